// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Factory} from "./Factory.sol";
import {Pair} from "./Pair.sol";
import {WrappedEther} from "./WrappedEther.sol";

/// Quotes and trades along a path of pools, and adds and removes liquidity. It answers to the ABI that the Uniswap V2 router
/// made common, so that swap code written for that one runs against this one.
contract Router {
    using SafeERC20 for IERC20;

    address public immutable factory;
    address public immutable WETH;

    error Expired(uint256 deadline);
    error ExcessiveInput(uint256 amount, uint256 max);
    error InsufficientAmount(uint256 amount, uint256 min);
    error InsufficientLiquidity();
    error InvalidPath();
    error EtherRefused(address to);
    error PairNotFound(address tokenA, address tokenB);

    constructor(address factory_, address weth_) {
        (factory, WETH) = (factory_, weth_);
    }

    modifier before(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline);
        _;
    }

    receive() external payable {
        require(msg.sender == WETH, "only WETH");
    }

    // Quotes

    /// The pool of two tokens.
    function pairFor(address tokenA, address tokenB) public view returns (address pair) {
        pair = Factory(factory).getPair(tokenA, tokenB);
        if (pair == address(0)) revert PairNotFound(tokenA, tokenB);
    }

    /// What `amountA` is worth in B at the pool's price, without fee or price impact.
    function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) public pure returns (uint256) {
        if (reserveA == 0 || reserveB == 0) revert InsufficientLiquidity();
        return amountA * reserveB / reserveA;
    }

    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        if (amountIn == 0) revert InsufficientAmount(0, 1);
        if (reserveIn == 0 || reserveOut == 0) revert InsufficientLiquidity();
        uint256 afterFee = amountIn * 997;
        return afterFee * reserveOut / (reserveIn * 1000 + afterFee);
    }

    function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        if (amountOut == 0) revert InsufficientAmount(0, 1);
        if (reserveIn == 0 || amountOut >= reserveOut) revert InsufficientLiquidity();
        return reserveIn * amountOut * 1000 / ((reserveOut - amountOut) * 997) + 1;
    }

    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        if (path.length < 2) revert InvalidPath();
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i; i < path.length - 1; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i], path[i + 1]);
            amounts[i + 1] = getAmountOut(amounts[i], reserveIn, reserveOut);
        }
    }

    function getAmountsIn(uint256 amountOut, address[] memory path) public view returns (uint256[] memory amounts) {
        if (path.length < 2) revert InvalidPath();
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i - 1], path[i]);
            amounts[i - 1] = getAmountIn(amounts[i], reserveIn, reserveOut);
        }
    }

    // Trades

    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        before(deadline)
        returns (uint256[] memory amounts)
    {
        amounts = _exactIn(amountIn, amountOutMin, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, to);
    }

    function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] calldata path, address to, uint256 deadline)
        external
        before(deadline)
        returns (uint256[] memory amounts)
    {
        amounts = _exactOut(amountOut, amountInMax, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, to);
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory amounts)
    {
        _startsWithEther(path);
        amounts = _exactIn(msg.value, amountOutMin, path);
        _payEther(path, amounts[0]);
        _swap(amounts, path, to);
    }

    function swapETHForExactTokens(uint256 amountOut, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory amounts)
    {
        _startsWithEther(path);
        amounts = _exactOut(amountOut, msg.value, path);
        _payEther(path, amounts[0]);
        _swap(amounts, path, to);
        if (msg.value > amounts[0]) _sendEther(msg.sender, msg.value - amounts[0]);
    }

    function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        before(deadline)
        returns (uint256[] memory amounts)
    {
        _endsWithEther(path);
        amounts = _exactIn(amountIn, amountOutMin, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, address(this));
        _unwrap(to, amounts[amounts.length - 1]);
    }

    function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] calldata path, address to, uint256 deadline)
        external
        before(deadline)
        returns (uint256[] memory amounts)
    {
        _endsWithEther(path);
        amounts = _exactOut(amountOut, amountInMax, path);
        _pay(path, amounts[0]);
        _swap(amounts, path, address(this));
        _unwrap(to, amounts[amounts.length - 1]);
    }

    // Liquidity

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        address pair = _pairOrNew(tokenA, tokenB);
        (amountA, amountB) = _deposit(tokenA, tokenB, amountADesired, amountBDesired, amountAMin, amountBMin);
        IERC20(tokenA).safeTransferFrom(msg.sender, pair, amountA);
        IERC20(tokenB).safeTransferFrom(msg.sender, pair, amountB);
        liquidity = Pair(pair).mint(to);
    }

    function addLiquidityETH(
        address token,
        uint256 amountTokenDesired,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external payable before(deadline) returns (uint256 amountToken, uint256 amountETH, uint256 liquidity) {
        address pair = _pairOrNew(token, WETH);
        (amountToken, amountETH) = _deposit(token, WETH, amountTokenDesired, msg.value, amountTokenMin, amountETHMin);
        IERC20(token).safeTransferFrom(msg.sender, pair, amountToken);
        WrappedEther(payable(WETH)).deposit{value: amountETH}();
        IERC20(WETH).safeTransfer(pair, amountETH);
        liquidity = Pair(pair).mint(to);
        if (msg.value > amountETH) _sendEther(msg.sender, msg.value - amountETH);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) public before(deadline) returns (uint256 amountA, uint256 amountB) {
        address pair = pairFor(tokenA, tokenB);
        IERC20(pair).safeTransferFrom(msg.sender, pair, liquidity);
        (uint256 amount0, uint256 amount1) = Pair(pair).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        _atLeast(amountA, amountAMin);
        _atLeast(amountB, amountBMin);
    }

    function removeLiquidityETH(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountToken, uint256 amountETH) {
        (amountToken, amountETH) = removeLiquidity(token, WETH, liquidity, amountTokenMin, amountETHMin, address(this), deadline);
        IERC20(token).safeTransfer(to, amountToken);
        _unwrap(to, amountETH);
    }

    // Inside

    function _reserves(address tokenIn, address tokenOut) private view returns (uint256 reserveIn, uint256 reserveOut) {
        (uint256 reserve0, uint256 reserve1,) = Pair(pairFor(tokenIn, tokenOut)).getReserves();
        return tokenIn < tokenOut ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function _exactIn(uint256 amountIn, uint256 amountOutMin, address[] calldata path) private view returns (uint256[] memory amounts) {
        amounts = getAmountsOut(amountIn, path);
        _atLeast(amounts[amounts.length - 1], amountOutMin);
    }

    function _exactOut(uint256 amountOut, uint256 amountInMax, address[] calldata path) private view returns (uint256[] memory amounts) {
        amounts = getAmountsIn(amountOut, path);
        if (amounts[0] > amountInMax) revert ExcessiveInput(amounts[0], amountInMax);
    }

    function _pay(address[] calldata path, uint256 amount) private {
        IERC20(path[0]).safeTransferFrom(msg.sender, pairFor(path[0], path[1]), amount);
    }

    function _payEther(address[] calldata path, uint256 amount) private {
        WrappedEther(payable(WETH)).deposit{value: amount}();
        IERC20(WETH).safeTransfer(pairFor(path[0], path[1]), amount);
    }

    /// Each pool pays the next one; the last pays `to`.
    function _swap(uint256[] memory amounts, address[] calldata path, address to) private {
        for (uint256 i; i < path.length - 1; i++) {
            (address tokenIn, address tokenOut) = (path[i], path[i + 1]);
            (uint256 out0, uint256 out1) = tokenIn < tokenOut ? (uint256(0), amounts[i + 1]) : (amounts[i + 1], uint256(0));
            address receiver = i < path.length - 2 ? pairFor(tokenOut, path[i + 2]) : to;
            Pair(pairFor(tokenIn, tokenOut)).swap(out0, out1, receiver, "");
        }
    }

    function _pairOrNew(address tokenA, address tokenB) private returns (address pair) {
        pair = Factory(factory).getPair(tokenA, tokenB);
        if (pair == address(0)) pair = Factory(factory).createPair(tokenA, tokenB);
    }

    /// As much of both tokens as fits the pool's price.
    function _deposit(address tokenA, address tokenB, uint256 desiredA, uint256 desiredB, uint256 minA, uint256 minB)
        private
        view
        returns (uint256 amountA, uint256 amountB)
    {
        (uint256 reserveA, uint256 reserveB) = _reserves(tokenA, tokenB);
        if (reserveA == 0 && reserveB == 0) return (desiredA, desiredB);
        amountB = quote(desiredA, reserveA, reserveB);
        if (amountB <= desiredB) {
            _atLeast(amountB, minB);
            return (desiredA, amountB);
        }
        amountA = quote(desiredB, reserveB, reserveA);
        _atLeast(amountA, minA);
        return (amountA, desiredB);
    }

    function _unwrap(address to, uint256 amount) private {
        WrappedEther(payable(WETH)).withdraw(amount);
        _sendEther(to, amount);
    }

    function _sendEther(address to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        if (!ok) revert EtherRefused(to);
    }

    function _startsWithEther(address[] calldata path) private view {
        if (path.length == 0 || path[0] != WETH) revert InvalidPath();
    }

    function _endsWithEther(address[] calldata path) private view {
        if (path.length == 0 || path[path.length - 1] != WETH) revert InvalidPath();
    }

    function _atLeast(uint256 amount, uint256 min) private pure {
        if (amount < min) revert InsufficientAmount(amount, min);
    }
}
