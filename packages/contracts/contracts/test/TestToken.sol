// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token and a game in one, for tests.
contract TestToken is ERC20("Test", "TEST") {
    /// How often somebody has played.
    mapping(address player => uint256) public plays;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function play() external payable {
        plays[msg.sender] += 1;
    }
}
