// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// A collection of doorways. Metadata and picture are computed on chain, so that nothing is fetched to show one.
contract Collection is ERC721Enumerable {
    using Strings for uint256;

    uint256 private _nextId = 1;

    constructor() ERC721("Portico Doorways", "DOOR") {}

    /// Mints the next doorway to `to` and returns its id. Anybody may.
    function mint(address to) external returns (uint256 tokenId) {
        tokenId = _nextId++;
        _safeMint(to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        bytes memory json = abi.encodePacked(
            '{"name":"Doorway #', tokenId.toString(),
            '","description":"A doorway on a local chain.","image":"data:image/svg+xml;base64,', Base64.encode(_picture(tokenId)),
            '","attributes":[{"trait_type":"Hue","value":', _hue(tokenId).toString(), "}]}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    /// Consecutive ids land far apart on the colour wheel: 137 degrees is the golden angle.
    function _hue(uint256 tokenId) private pure returns (uint256) {
        return (180 + tokenId * 137) % 360;
    }

    function _picture(uint256 tokenId) private pure returns (bytes memory) {
        string memory hue = _hue(tokenId).toString();
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="hsl(', hue,
            ' 26% 92%)"/>', _arch(80, 96, hue, "46% 72%"), _arch(56, 136, hue, "50% 48%"), _arch(32, 176, hue, "58% 24%"), "</svg>"
        );
    }

    /// One arch of half width `r` whose top stands at `y - r` and whose foot stands on the ground line.
    function _arch(uint256 r, uint256 y, string memory hue, string memory tone) private pure returns (bytes memory) {
        string memory radius = r.toString();
        return abi.encodePacked(
            '<path fill="hsl(', hue, " ", tone, ')" d="M', (160 - r).toString(), " 280V", (y + 32).toString(), "a", radius, " ", radius,
            " 0 0 1 ", (2 * r).toString(), ' 0V280z"/>'
        );
    }
}
