// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {NameRegistry} from "./NameRegistry.sol";

/// The records of names: addresses (ENSIP-1, ENSIP-9, ENSIP-19), texts (ENSIP-5), primary names (ENSIP-3).
contract NameResolver is Multicall {
    uint256 private constant COIN_TYPE_ETHER = 60;

    /// ENSIP-11: an EVM chain's coin type is this bit and its chain id. The bit alone is the default of all of them.
    uint256 private constant COIN_TYPE_EVM = 0x80000000;

    NameRegistry public immutable registry;
    mapping(bytes32 => mapping(uint256 => bytes)) private _addresses;
    mapping(bytes32 => mapping(string => string)) private _texts;
    mapping(bytes32 => string) private _names;

    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event NameChanged(bytes32 indexed node, string name);

    error NotAuthorised(bytes32 node, address sender);

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    modifier authorised(bytes32 node) {
        address holder = registry.owner(node);
        if (msg.sender != holder && !registry.isApprovedForAll(holder, msg.sender)) revert NotAuthorised(node, msg.sender);
        _;
    }

    function addr(bytes32 node) external view returns (address payable) {
        return payable(address(bytes20(addr(node, COIN_TYPE_ETHER))));
    }

    function addr(bytes32 node, uint256 coinType) public view returns (bytes memory value) {
        value = _addresses[node][coinType];
        bool onEvm = coinType == COIN_TYPE_ETHER || (coinType & COIN_TYPE_EVM != 0 && coinType <= type(uint32).max);
        if (value.length == 0 && onEvm) value = _addresses[node][COIN_TYPE_EVM];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return _texts[node][key];
    }

    function name(bytes32 node) external view returns (string memory) {
        return _names[node];
    }

    function setAddr(bytes32 node, address a) external {
        setAddr(node, COIN_TYPE_ETHER, abi.encodePacked(a));
    }

    function setAddr(bytes32 node, uint256 coinType, bytes memory value) public authorised(node) {
        _addresses[node][coinType] = value;
        emit AddressChanged(node, coinType, value);
        if (coinType == COIN_TYPE_ETHER) emit AddrChanged(node, address(bytes20(value)));
    }

    function setText(bytes32 node, string calldata key, string calldata value) external authorised(node) {
        _texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setName(bytes32 node, string calldata newName) external authorised(node) {
        _names[node] = newName;
        emit NameChanged(node, newName);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x3b3b57de // addr(bytes32)
            || id == 0xf1cb7e06 // addr(bytes32,uint256)
            || id == 0x59d1d43c // text
            || id == 0x691f3431; // name
    }
}
