// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";

/// Lets every account say what its primary name is (EIP-181). It owns `addr.reverse`, and gives the account its node below it.
contract ReverseRegistrar {
    /// Of `addr.reverse`.
    bytes32 private constant ADDR_REVERSE = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;

    NameRegistry public immutable registry;
    NameResolver public immutable resolver;

    event ReverseClaimed(address indexed addr, bytes32 indexed node);

    constructor(NameRegistry registry_, NameResolver resolver_) {
        registry = registry_;
        resolver = resolver_;
    }

    function node(address addr) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(ADDR_REVERSE, _label(addr)));
    }

    function setName(string calldata name) external returns (bytes32 own) {
        own = node(msg.sender);
        // Its own for as long as it takes to write the record.
        registry.setSubnodeRecord(ADDR_REVERSE, _label(msg.sender), address(this), address(resolver), 0);
        resolver.setName(own, name);
        registry.setOwner(own, msg.sender);
        emit ReverseClaimed(msg.sender, own);
    }

    /// Hash of the address in 40 small letters of hex.
    function _label(address addr) private pure returns (bytes32) {
        bytes memory text = bytes(Strings.toHexString(addr));
        bytes memory digits = new bytes(40);
        for (uint256 i = 0; i < 40; i++) digits[i] = text[i + 2];
        return keccak256(digits);
    }
}
