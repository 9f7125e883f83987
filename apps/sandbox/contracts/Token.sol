// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// An ERC-20 with EIP-2612 permit that anybody may mint, a little at a time. Only for local chains.
contract Token is ERC20, ERC20Permit {
    uint8 private immutable _decimals;

    /// The one who may mint any amount: it seeds accounts and pools.
    address public immutable operator;

    /// The most that one call of `mint` gives to anybody else, in base units.
    uint256 public immutable faucetCap;

    error FaucetCapExceeded(uint256 amount, uint256 cap);

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 faucetCap_, address operator_)
        ERC20(name_, symbol_)
        ERC20Permit(name_)
    {
        _decimals = decimals_;
        faucetCap = faucetCap_;
        operator = operator_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    /// Mints `amount` base units to `to`.
    function mint(address to, uint256 amount) external {
        if (amount > faucetCap && msg.sender != operator) revert FaucetCapExceeded(amount, faucetCap);
        _mint(to, amount);
    }
}
