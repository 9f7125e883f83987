// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// Works whose metadata is wherever their maker says: what a wallet shows of strangers.
contract Gallery is ERC721 {
    uint256 private _nextId = 1;
    mapping(uint256 tokenId => string place) private _places;

    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    /// Mints the next work to `to`, with its metadata at `place`, and returns its id. Anybody may.
    function mint(address to, string calldata place) external returns (uint256 tokenId) {
        tokenId = _nextId++;
        _places[tokenId] = place;
        _mint(to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return _places[tokenId];
    }
}
