// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {PorticoAccount} from "./PorticoAccount.sol";

/// @title Makes accounts whose address follows from their first owner
/// @notice The CREATE2 deployer puts it at one address on every chain, and so an owner's account has one address too.
contract PorticoAccountFactory {
    /// @notice The code that every account points to.
    address public immutable implementation = address(new PorticoAccount());

    /// @notice Makes the account of `owner`, if it is not there yet. Whoever asks, it is the owner's.
    function createAccount(address owner) external returns (address account) {
        account = accountOf(owner);
        if (account.code.length == 0) Clones.cloneDeterministicWithImmutableArgs(implementation, abi.encodePacked(owner), 0);
    }

    /// @notice Where the account of `owner` is or will be.
    function accountOf(address owner) public view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, abi.encodePacked(owner), 0);
    }
}
