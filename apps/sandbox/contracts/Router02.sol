// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Factory} from "./Factory.sol";
import {Pair} from "./Pair.sol";
import {Pool} from "./Pool.sol";
import {PoolFactory} from "./PoolFactory.sol";
import {WrappedEther} from "./WrappedEther.sol";

/// Trades along paths of pools of both kinds, several in one transaction. It answers to the ABI of Uniswap's SwapRouter02, for amounts that
/// are paid exactly. As there, what a call leaves here belongs to whoever takes it next.
contract Router02 {
    using SafeERC20 for IERC20;

    struct Several {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    struct Single {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    /// Words for who calls, and for this contract.
    address private constant SENDER = address(1);
    address private constant ITSELF = address(2);

    address public immutable factory;
    address public immutable factoryV2;
    address public immutable WETH9;

    error EtherRefused(address to);
    error Expired(uint256 deadline);
    error InsufficientAmount(uint256 amount, uint256 min);
    error InvalidPath();
    error PoolNotFound(address tokenA, address tokenB, uint24 fee);
    error PriceLimitUnsupported();

    constructor(address factory_, address factoryV2_, address weth_) {
        (factory, factoryV2, WETH9) = (factory_, factoryV2_, weth_);
    }

    receive() external payable {
        require(msg.sender == WETH9, "only WETH");
    }

    // Several calls at once

    function multicall(uint256 deadline, bytes[] calldata data) external payable returns (bytes[] memory) {
        if (block.timestamp > deadline) revert Expired(deadline);
        return multicall(data);
    }

    function multicall(bytes[] calldata data) public payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i; i < data.length; i++) results[i] = Address.functionDelegateCall(address(this), data[i]);
    }

    // Trades

    function exactInput(Several calldata params) external payable returns (uint256 amountOut) {
        bytes calldata path = params.path;
        if (path.length < 43 || (path.length - 20) % 23 != 0) revert InvalidPath();
        address tokenIn = address(bytes20(path[:20]));
        amountOut = params.amountIn;
        address pool = _pool(path, 0);
        _pay(tokenIn, pool, amountOut);
        for (uint256 start; start + 43 <= path.length; start += 23) {
            address tokenOut = address(bytes20(path[start + 23:start + 43]));
            bool isLast = start + 43 == path.length;
            address next = isLast ? _recipient(params.recipient) : _pool(path, start + 23);
            amountOut = Pool(pool).swap(tokenIn < tokenOut, next);
            (tokenIn, pool) = (tokenOut, next);
        }
        _atLeast(amountOut, params.amountOutMinimum);
    }

    function exactInputSingle(Single calldata params) external payable returns (uint256 amountOut) {
        if (params.sqrtPriceLimitX96 != 0) revert PriceLimitUnsupported();
        address pool = _poolOf(params.tokenIn, params.tokenOut, params.fee);
        _pay(params.tokenIn, pool, params.amountIn);
        amountOut = Pool(pool).swap(params.tokenIn < params.tokenOut, _recipient(params.recipient));
        _atLeast(amountOut, params.amountOutMinimum);
    }

    /// By pools of the other kind, whose fee is 0.3 %.
    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to)
        external
        payable
        returns (uint256 amountOut)
    {
        if (path.length < 2) revert InvalidPath();
        amountOut = amountIn;
        address pair = _pairOf(path[0], path[1]);
        _pay(path[0], pair, amountIn);
        for (uint256 i = 1; i < path.length; i++) {
            (address tokenIn, address tokenOut) = (path[i - 1], path[i]);
            address next = i == path.length - 1 ? _recipient(to) : _pairOf(tokenOut, path[i + 1]);
            amountOut = _swap(Pair(pair), tokenIn < tokenOut, amountOut, next);
            pair = next;
        }
        _atLeast(amountOut, amountOutMin);
    }

    // What is left here

    function unwrapWETH9(uint256 amountMinimum, address recipient) public payable {
        uint256 amount = IERC20(WETH9).balanceOf(address(this));
        _atLeast(amount, amountMinimum);
        if (amount == 0) return;
        WrappedEther(payable(WETH9)).withdraw(amount);
        _sendEther(recipient, amount);
    }

    function unwrapWETH9(uint256 amountMinimum) external payable {
        unwrapWETH9(amountMinimum, msg.sender);
    }

    function sweepToken(address token, uint256 amountMinimum, address recipient) external payable {
        uint256 amount = IERC20(token).balanceOf(address(this));
        _atLeast(amount, amountMinimum);
        if (amount > 0) IERC20(token).safeTransfer(recipient, amount);
    }

    function refundETH() external payable {
        if (address(this).balance > 0) _sendEther(msg.sender, address(this).balance);
    }

    // Inside

    /// Of the coin what was sent along comes first.
    function _pay(address token, address to, uint256 amount) private {
        if (token != WETH9 || address(this).balance < amount) return IERC20(token).safeTransferFrom(msg.sender, to, amount);
        WrappedEther(payable(WETH9)).deposit{value: amount}();
        IERC20(WETH9).safeTransfer(to, amount);
    }

    function _swap(Pair pair, bool zeroForOne, uint256 amountIn, address to) private returns (uint256 amountOut) {
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 afterFee = amountIn * 997;
        amountOut = afterFee * reserveOut / (reserveIn * 1000 + afterFee);
        pair.swap(zeroForOne ? 0 : amountOut, zeroForOne ? amountOut : 0, to, "");
    }

    function _pool(bytes calldata path, uint256 start) private view returns (address) {
        return _poolOf(address(bytes20(path[start:start + 20])), address(bytes20(path[start + 23:start + 43])), uint24(bytes3(path[start + 20:start + 23])));
    }

    function _poolOf(address tokenA, address tokenB, uint24 fee) private view returns (address pool) {
        pool = PoolFactory(factory).getPool(tokenA, tokenB, fee);
        if (pool == address(0)) revert PoolNotFound(tokenA, tokenB, fee);
    }

    function _pairOf(address tokenA, address tokenB) private view returns (address pair) {
        pair = Factory(factoryV2).getPair(tokenA, tokenB);
        if (pair == address(0)) revert PoolNotFound(tokenA, tokenB, 3000);
    }

    function _recipient(address to) private view returns (address) {
        return to == SENDER ? msg.sender : to == ITSELF ? address(this) : to;
    }

    function _sendEther(address to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        if (!ok) revert EtherRefused(to);
    }

    function _atLeast(uint256 amount, uint256 min) private pure {
        if (amount < min) revert InsufficientAmount(amount, min);
    }
}
