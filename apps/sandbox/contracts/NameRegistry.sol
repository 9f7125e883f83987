// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

/// Who owns a name and which contract answers for it (ENSIP-1). The root belongs to the operator from the start, so that
/// the code can be placed at the registry's known address without a constructor having run there.
contract NameRegistry {
    address private immutable _operator;
    mapping(bytes32 => address) private _owners;
    mapping(bytes32 => address) private _resolvers;
    mapping(bytes32 => uint64) private _ttls;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotAuthorised(bytes32 node, address sender);

    constructor(address operator_) {
        _operator = operator_;
    }

    modifier authorised(bytes32 node) {
        address holder = owner(node);
        if (msg.sender != holder && !isApprovedForAll[holder][msg.sender]) revert NotAuthorised(node, msg.sender);
        _;
    }

    function owner(bytes32 node) public view returns (address) {
        return node == 0 && _owners[0] == address(0) ? _operator : _owners[node];
    }

    function resolver(bytes32 node) external view returns (address) {
        return _resolvers[node];
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return _ttls[node];
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return owner(node) != address(0);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner) public authorised(node) returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        _owners[subnode] = newOwner;
        emit NewOwner(node, label, newOwner);
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address newOwner, address newResolver, uint64 newTtl) external {
        bytes32 subnode = setSubnodeOwner(node, label, newOwner);
        _setResolver(subnode, newResolver);
        _ttls[subnode] = newTtl;
        emit NewTTL(subnode, newTtl);
    }

    function setOwner(bytes32 node, address newOwner) external authorised(node) {
        _owners[node] = newOwner;
        emit Transfer(node, newOwner);
    }

    function setResolver(bytes32 node, address newResolver) external authorised(node) {
        _setResolver(node, newResolver);
    }

    function setTTL(bytes32 node, uint64 newTtl) external authorised(node) {
        _ttls[node] = newTtl;
        emit NewTTL(node, newTtl);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function _setResolver(bytes32 node, address newResolver) private {
        _resolvers[node] = newResolver;
        emit NewResolver(node, newResolver);
    }
}
