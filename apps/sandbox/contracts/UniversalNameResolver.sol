// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";

/// One call that finds the resolver of a name and asks it, and one that finds the checked primary name of an address
/// (ENSIP-23). Everything is on this chain, so the gateways are never used.
contract UniversalNameResolver {
    NameRegistry public immutable registry;

    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    /// Asks the resolver of `name` (in DNS wire format) for `data`, an encoded call of a resolver's function.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory result, address resolver)
    {
        return _resolve(name, data);
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory result, address resolver) {
        return _resolve(name, data);
    }

    /// The name that `lookupAddress` calls its own and that points back to it on the coin type asked.
    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        return _reverse(lookupAddress, coinType);
    }

    function reverse(bytes calldata lookupAddress, uint256 coinType)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        return _reverse(lookupAddress, coinType);
    }

    function _reverse(bytes memory lookupAddress, uint256 coinType)
        private
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        if (lookupAddress.length == 0) revert EmptyAddress();
        bytes memory reverseName = _encode(string.concat(_hex(lookupAddress), ".addr.reverse"));
        bytes memory answer;
        (answer, reverseResolver) = _resolve(reverseName, abi.encodeCall(NameResolver.name, (_namehash(reverseName, 0))));
        primary = abi.decode(answer, (string));
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);

        bytes memory name = _encode(primary);
        bytes memory query = abi.encodeWithSignature("addr(bytes32,uint256)", _namehash(name, 0), coinType);
        (answer, resolver) = _resolve(name, query);
        bytes memory forward = abi.decode(answer, (bytes));
        if (keccak256(forward) != keccak256(lookupAddress)) revert ReverseAddressMismatch(primary, forward);
    }

    function _resolve(bytes memory name, bytes memory data) private view returns (bytes memory result, address resolver) {
        resolver = registry.resolver(_namehash(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool ok;
        (ok, result) = resolver.staticcall(data);
        if (!ok && result.length == 0) revert UnsupportedResolverProfile(bytes4(data));
        if (!ok) revert ResolverError(result);
    }

    /// The node of a name in DNS wire format (ENSIP-1): labels, each after its length, closed by a zero.
    function _namehash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) {
            if (offset != name.length - 1) revert DNSDecodingFailed(name);
            return 0;
        }
        uint256 next = offset + 1 + length;
        if (next > name.length) revert DNSDecodingFailed(name);
        bytes32 label;
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
        return keccak256(abi.encodePacked(_namehash(name, next), label));
    }

    /// `mira.eth` to `\x04mira\x03eth\x00`.
    function _encode(string memory name) private pure returns (bytes memory dns) {
        bytes memory source = bytes(name);
        dns = new bytes(source.length + 2);
        uint256 length;
        for (uint256 i = source.length; i > 0; i--) {
            if (source[i - 1] == ".") {
                if (length == 0) revert DNSEncodingFailed(name);
                dns[i] = bytes1(uint8(length));
                length = 0;
            } else {
                dns[i] = source[i - 1];
                if (++length > 255) revert DNSEncodingFailed(name);
            }
        }
        if (length == 0) revert DNSEncodingFailed(name);
        dns[0] = bytes1(uint8(length));
    }

    /// Lower-case hex without a prefix, of an address of any length.
    function _hex(bytes memory value) private pure returns (string memory) {
        bytes16 digits = "0123456789abcdef";
        bytes memory out = new bytes(value.length * 2);
        for (uint256 i; i < value.length; i++) {
            out[2 * i] = digits[uint8(value[i]) >> 4];
            out[2 * i + 1] = digits[uint8(value[i]) & 0x0f];
        }
        return string(out);
    }
}
