// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Answers for every name below a parent by what a gateway has signed (ENSIP-10, EIP-3668)
/// @notice The parent's owner sets it as the parent's resolver. Whom it believes, and where clients ask, is the resolver's owner's to say.
/// The signature is over EIP-191 version 0 data with this contract as the validator, as ENS's own offchain resolver has it.
contract OffchainNameResolver is Ownable2Step {
    string[] private _urls;

    /// @notice Whether what a key has signed counts.
    mapping(address => bool) public signers;

    event SignerSet(address indexed signer, bool allowed);
    event UrlsSet(string[] urls);

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error SignatureExpired(uint64 expires);
    error InvalidSigner(address signer);

    constructor(address owner_, string[] memory urls_, address[] memory signers_) Ownable(owner_) {
        _setUrls(urls_);
        for (uint256 i; i < signers_.length; i++) _setSigner(signers_[i], true);
    }

    /// @notice Where clients ask, with `{sender}` and `{data}` in it (EIP-3668).
    function urls() external view returns (string[] memory) {
        return _urls;
    }

    function setUrls(string[] calldata urls_) external onlyOwner {
        _setUrls(urls_);
    }

    /// @notice Lets a key sign, or not any more: then what it has signed counts no longer, either.
    function setSigner(address signer, bool allowed) external onlyOwner {
        _setSigner(signer, allowed);
    }

    /// @notice Asks the client to ask the gateway.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), _urls, request, this.resolveWithProof.selector, request);
    }

    /// @notice What the gateway has answered, where one of the signers has signed it and it is not over.
    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert SignatureExpired(expires);
        bytes32 hash = keccak256(abi.encodePacked(hex"1900", address(this), expires, keccak256(request), keccak256(result)));
        address signer = ECDSA.recover(hash, signature);
        if (!signers[signer]) revert InvalidSigner(signer);
        return result;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x9061b923; // resolve(bytes,bytes)
    }

    function _setUrls(string[] memory urls_) private {
        _urls = urls_;
        emit UrlsSet(urls_);
    }

    function _setSigner(address signer, bool allowed) private {
        signers[signer] = allowed;
        emit SignerSet(signer, allowed);
    }
}
