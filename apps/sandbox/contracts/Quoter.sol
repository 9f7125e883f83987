// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {Pool} from "./Pool.sol";
import {PoolFactory} from "./PoolFactory.sol";

/// Says what a path of pools with fees would give, by the ABI of Uniswap's QuoterV2. A path is address, fee, address, fee, address.
contract Quoter {
    struct Single {
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint24 fee;
        uint160 sqrtPriceLimitX96;
    }

    /// Units that a swap takes in one pool.
    uint256 private constant GAS_OF_POOL = 90_000;

    address public immutable factory;
    address public immutable WETH9;

    error InvalidPath();
    error PoolNotFound(address tokenA, address tokenB, uint24 fee);
    error PriceLimitUnsupported();

    constructor(address factory_, address weth_) {
        (factory, WETH9) = (factory_, weth_);
    }

    function quoteExactInput(bytes calldata path, uint256 amountIn)
        external
        view
        returns (uint256 amountOut, uint160[] memory sqrtPriceX96AfterList, uint32[] memory initializedTicksCrossedList, uint256 gasEstimate)
    {
        if (path.length < 43 || (path.length - 20) % 23 != 0) revert InvalidPath();
        uint256 hops = (path.length - 20) / 23;
        (sqrtPriceX96AfterList, initializedTicksCrossedList) = (new uint160[](hops), new uint32[](hops));
        amountOut = amountIn;
        for (uint256 hop; hop < hops; hop++) {
            bytes calldata pair = path[hop * 23:hop * 23 + 43];
            (amountOut, sqrtPriceX96AfterList[hop]) =
                _quote(address(bytes20(pair[:20])), uint24(bytes3(pair[20:23])), address(bytes20(pair[23:])), amountOut);
        }
        gasEstimate = GAS_OF_POOL * hops;
    }

    function quoteExactInputSingle(Single calldata params)
        external
        view
        returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32, uint256)
    {
        if (params.sqrtPriceLimitX96 != 0) revert PriceLimitUnsupported();
        (amountOut, sqrtPriceX96After) = _quote(params.tokenIn, params.fee, params.tokenOut, params.amountIn);
        return (amountOut, sqrtPriceX96After, 0, GAS_OF_POOL);
    }

    function _quote(address tokenIn, uint24 fee, address tokenOut, uint256 amountIn) private view returns (uint256, uint160) {
        address pool = PoolFactory(factory).getPool(tokenIn, tokenOut, fee);
        if (pool == address(0)) revert PoolNotFound(tokenIn, tokenOut, fee);
        return Pool(pool).quote(tokenIn < tokenOut, amountIn);
    }
}
