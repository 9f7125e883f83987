// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// Works of which there are several copies, each with its metadata where their maker says.
contract Editions is ERC1155 {
    constructor(string memory place) ERC1155(place) {}

    /// Mints `amount` copies of a work to `to`. Anybody may.
    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }
}
