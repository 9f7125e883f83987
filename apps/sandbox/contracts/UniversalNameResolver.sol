// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

interface IBatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] calldata requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// One call that finds the resolver of a name and asks it, and one that finds the checked primary name of an address
/// (ENSIP-23). A name that has no resolver is asked of its parent's, where that one answers for all below it (ENSIP-10). What a resolver
/// leaves to a gateway (EIP-3668) is asked for by a batch (ENSIP-21): of one that the client names, or of the sandbox's.
contract UniversalNameResolver {
    NameRegistry public immutable registry;

    /// The code is placed where it is known by heart, so that it has no storage: the address of the batch gateway is in the code.
    bytes32 private immutable _gatewayStart;
    bytes32 private immutable _gatewayEnd;
    uint256 private immutable _gatewayLength;

    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error GatewayTooLong(string gateway);
    error HttpError(uint16 status, string message);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    /// A name whose resolver waits for a gateway, and what is done afterwards.
    struct Pending {
        bytes name;
        address resolver;
        bool extended;
        bytes4 selector;
        string[] gateways;
        bytes4 next;
        bytes context;
    }

    struct ResolverInfo {
        bytes name;
        uint256 offset;
        bytes32 node;
        address resolver;
        bool extended;
    }

    constructor(NameRegistry registry_, string memory gateway) {
        bytes memory text = bytes(gateway);
        if (text.length > 64) revert GatewayTooLong(gateway);
        registry = registry_;
        _gatewayLength = text.length;
        bytes memory padded = bytes.concat(text, new bytes(64));
        bytes32 start;
        bytes32 end;
        assembly ("memory-safe") {
            start := mload(add(padded, 32))
            end := mload(add(padded, 64))
        }
        _gatewayStart = start;
        _gatewayEnd = end;
    }

    /// The one of the sandbox first: clients that know the second make the batch themselves.
    function batchGateways() public view returns (string[] memory gateways) {
        bytes memory text = bytes.concat(_gatewayStart, _gatewayEnd);
        uint256 length = _gatewayLength;
        assembly ("memory-safe") {
            mstore(text, length)
        }
        gateways = new string[](2);
        gateways[0] = string(text);
        gateways[1] = "x-batch-gateway:true";
    }

    /// Asks the resolver of `name` (in DNS wire format) for `data`, an encoded call of a resolver's function.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory result, address resolver) {
        return _resolve(name, data, batchGateways(), this.resolveCallback.selector, "");
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory result, address resolver)
    {
        return _resolve(name, data, gateways, this.resolveCallback.selector, "");
    }

    function resolveCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (bytes memory result, address resolver)
    {
        (result, resolver,) = _continue(response, extra, this.resolveCallback.selector);
    }

    /// The name that `lookupAddress` calls its own and that points back to it on the coin type asked.
    function reverse(bytes calldata lookupAddress, uint256 coinType)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        return _reverse(lookupAddress, coinType, batchGateways());
    }

    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        return _reverse(lookupAddress, coinType, gateways);
    }

    function reverseNameCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory, address, address)
    {
        (bytes memory answer, address reverseResolver, bytes memory context) =
            _continue(response, extra, this.reverseNameCallback.selector);
        (bytes memory lookupAddress, uint256 coinType, string[] memory gateways) =
            abi.decode(context, (bytes, uint256, string[]));
        return _forward(abi.decode(answer, (string)), reverseResolver, lookupAddress, coinType, gateways);
    }

    function reverseAddressCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        bytes memory answer;
        bytes memory context;
        (answer, resolver, context) = _continue(response, extra, this.reverseAddressCallback.selector);
        bytes memory lookupAddress;
        (primary, reverseResolver, lookupAddress) = abi.decode(context, (string, address, bytes));
        _check(primary, abi.decode(answer, (bytes)), lookupAddress);
    }

    /// The resolver of a name, or the one that answers for it; a failure where there is none.
    function requireResolver(bytes calldata name) external view returns (ResolverInfo memory info) {
        (address resolver, uint256 offset, bool extended) = _find(name);
        return ResolverInfo(name, offset, _namehash(name, 0), resolver, extended);
    }

    /// The nearest resolver of a name, also one that does not answer for it; the zero address where there is none.
    function findResolver(bytes calldata name) external view returns (address resolver, bytes32 node, uint256 offset) {
        (resolver, offset) = _nearest(name);
        node = _namehash(name, 0);
    }

    function _reverse(bytes memory lookupAddress, uint256 coinType, string[] memory gateways)
        private
        view
        returns (string memory, address, address)
    {
        if (lookupAddress.length == 0) revert EmptyAddress();
        bytes memory name = _encode(string.concat(_hex(lookupAddress), ".addr.reverse"));
        bytes memory query = abi.encodeCall(NameResolver.name, (_namehash(name, 0)));
        bytes memory context = abi.encode(lookupAddress, coinType, gateways);
        (bytes memory answer, address reverseResolver) =
            _resolve(name, query, gateways, this.reverseNameCallback.selector, context);
        return _forward(abi.decode(answer, (string)), reverseResolver, lookupAddress, coinType, gateways);
    }

    function _forward(
        string memory primary,
        address reverseResolver,
        bytes memory lookupAddress,
        uint256 coinType,
        string[] memory gateways
    ) private view returns (string memory, address resolver, address) {
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes memory name = _encode(primary);
        bytes memory query = abi.encodeWithSignature("addr(bytes32,uint256)", _namehash(name, 0), coinType);
        bytes memory context = abi.encode(primary, reverseResolver, lookupAddress);
        bytes memory answer;
        (answer, resolver) = _resolve(name, query, gateways, this.reverseAddressCallback.selector, context);
        _check(primary, abi.decode(answer, (bytes)), lookupAddress);
        return (primary, resolver, reverseResolver);
    }

    function _check(string memory primary, bytes memory forward, bytes memory lookupAddress) private pure {
        if (keccak256(forward) != keccak256(lookupAddress)) revert ReverseAddressMismatch(primary, forward);
    }

    function _resolve(bytes memory name, bytes memory data, string[] memory gateways, bytes4 next, bytes memory context)
        private
        view
        returns (bytes memory, address)
    {
        (address resolver,, bool extended) = _find(name);
        bytes memory query = extended ? abi.encodeCall(IExtendedResolver.resolve, (name, data)) : data;
        (bool ok, bytes memory answer) = resolver.staticcall(query);
        Pending memory pending = Pending(name, resolver, extended, bytes4(data), gateways, next, context);
        return (_settle(ok, answer, pending), resolver);
    }

    /// Hands the gateway's answer to the resolver that has asked for it.
    function _continue(bytes calldata response, bytes calldata extra, bytes4 next)
        private
        view
        returns (bytes memory result, address resolver, bytes memory context)
    {
        (Pending memory pending, address target, bytes4 callback, bytes memory inner) =
            abi.decode(extra, (Pending, address, bytes4, bytes));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) {
            bytes memory failure = responses[0];
            assembly ("memory-safe") {
                revert(add(failure, 32), mload(failure))
            }
        }
        (bool ok, bytes memory answer) = target.staticcall(abi.encodeWithSelector(callback, responses[0], inner));
        pending.next = next;
        return (_settle(ok, answer, pending), pending.resolver, pending.context);
    }

    /// What a resolver has answered, or the request of the client to ask a gateway first.
    function _settle(bool ok, bytes memory answer, Pending memory pending) private view returns (bytes memory) {
        if (ok) return pending.extended ? abi.decode(answer, (bytes)) : answer;
        if (answer.length == 0) revert UnsupportedResolverProfile(pending.selector);
        if (bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
        bytes memory body = new bytes(answer.length - 4);
        for (uint256 i; i < body.length; i++) body[i] = answer[i + 4];
        (address sender, string[] memory urls, bytes memory callData, bytes4 callback, bytes memory extra) =
            abi.decode(body, (address, string[], bytes, bytes4, bytes));
        if (sender != pending.resolver) revert ResolverError(answer);
        IBatchGateway.Request[] memory requests = new IBatchGateway.Request[](1);
        requests[0] = IBatchGateway.Request(sender, urls, callData);
        revert OffchainLookup(
            address(this),
            pending.gateways,
            abi.encodeCall(IBatchGateway.query, (requests)),
            pending.next,
            abi.encode(pending, sender, callback, extra)
        );
    }

    /// The resolver that answers for a name: its own, or an extended one of the nearest parent that has one.
    function _find(bytes memory name) private view returns (address resolver, uint256 offset, bool extended) {
        (resolver, offset) = _nearest(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        extended = _supports(resolver, type(IExtendedResolver).interfaceId);
        if (offset != 0 && !extended) revert ResolverNotFound(name);
    }

    function _nearest(bytes memory name) private view returns (address resolver, uint256 offset) {
        while (true) {
            resolver = registry.resolver(_namehash(name, offset));
            uint256 size = uint8(name[offset]);
            if (resolver != address(0) || size == 0) return (resolver, offset);
            offset += 1 + size;
        }
    }

    function _supports(address target, bytes4 id) private view returns (bool) {
        (bool ok, bytes memory answer) =
            target.staticcall{gas: 30_000}(abi.encodeWithSignature("supportsInterface(bytes4)", id));
        return ok && answer.length >= 32 && abi.decode(answer, (uint256)) == 1;
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
