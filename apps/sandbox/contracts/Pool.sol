// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// A pool of two tokens with a fee of its own, whose liquidity lies over the whole range of prices and stays for ever. It answers to what
/// the ABI of Uniswap V3's pools tells of liquidity and price. As there, fees do not join the liquidity. Callers send tokens in first and
/// call after, as the router does.
contract Pool is ReentrancyGuard {
    using SafeERC20 for IERC20;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    /// Of what is paid, in millionths.
    uint24 public immutable fee;

    uint128 private _reserve0;
    uint128 private _reserve1;
    /// What is here: reserves and fees.
    uint256 private _held0;
    uint256 private _held1;

    event Swap(address indexed sender, address indexed recipient, bool zeroForOne, uint256 amountIn, uint256 amountOut);

    error InsufficientInput();
    error InsufficientLiquidity();
    error NotFactory();

    constructor(address token0_, address token1_, uint24 fee_) {
        (factory, token0, token1, fee) = (msg.sender, token0_, token1_, fee_);
    }

    /// Takes what was sent here as the liquidity. The factory calls it, once.
    function initialize() external {
        if (msg.sender != factory) revert NotFactory();
        (_held0, _held1) = (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
        (_reserve0, _reserve1) = (uint128(_held0), uint128(_held1));
        if (_reserve0 == 0 || _reserve1 == 0) revert InsufficientLiquidity();
    }

    function liquidity() external view returns (uint128) {
        return uint128(Math.sqrt(uint256(_reserve0) * _reserve1));
    }

    /// The root of the price of token0 in token1, in parts of 2^96.
    function sqrtPriceX96() external view returns (uint160) {
        return _sqrtPriceX96(_reserve0, _reserve1);
    }

    /// What would come out, and the root of the price after it.
    function quote(bool zeroForOne, uint256 amountIn) external view returns (uint256 amountOut, uint160 sqrtPriceX96After) {
        uint256 kept;
        (kept, amountOut) = _amounts(zeroForOne, amountIn);
        (uint256 reserve0, uint256 reserve1) = _after(zeroForOne, kept, amountOut);
        return (amountOut, _sqrtPriceX96(reserve0, reserve1));
    }

    /// Swaps what was sent here since the last call.
    function swap(bool zeroForOne, address recipient) external nonReentrant returns (uint256 amountOut) {
        IERC20 tokenOut = IERC20(zeroForOne ? token1 : token0);
        uint256 amountIn =
            zeroForOne ? IERC20(token0).balanceOf(address(this)) - _held0 : IERC20(token1).balanceOf(address(this)) - _held1;
        if (amountIn == 0) revert InsufficientInput();
        uint256 kept;
        (kept, amountOut) = _amounts(zeroForOne, amountIn);
        (uint256 reserve0, uint256 reserve1) = _after(zeroForOne, kept, amountOut);
        (_reserve0, _reserve1) = (uint128(reserve0), uint128(reserve1));
        tokenOut.safeTransfer(recipient, amountOut);
        (_held0, _held1) = (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
        emit Swap(msg.sender, recipient, zeroForOne, amountIn, amountOut);
    }

    /// How much of what is paid joins the reserves, and what comes out for it. Both are rounded in favour of the pool.
    function _amounts(bool zeroForOne, uint256 amountIn) private view returns (uint256 kept, uint256 amountOut) {
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (_reserve0, _reserve1) : (_reserve1, _reserve0);
        kept = Math.mulDiv(amountIn, 1e6 - fee, 1e6);
        amountOut = Math.mulDiv(reserveOut, kept, reserveIn + kept);
        if (reserveIn + kept > type(uint128).max) revert InsufficientLiquidity();
    }

    function _after(bool zeroForOne, uint256 kept, uint256 amountOut) private view returns (uint256, uint256) {
        return zeroForOne ? (_reserve0 + kept, _reserve1 - amountOut) : (_reserve0 - amountOut, _reserve1 + kept);
    }

    function _sqrtPriceX96(uint256 reserve0, uint256 reserve1) private pure returns (uint160) {
        return uint160(Math.sqrt(Math.mulDiv(reserve1, 1 << 128, reserve0)) << 32);
    }
}
