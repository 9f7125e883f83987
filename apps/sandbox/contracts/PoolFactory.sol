// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pool} from "./Pool.sol";

/// Makes pools with fees and knows them, by the ABI of Uniswap V3's factory. CREATE2 gives a pool the same address on every chain.
contract PoolFactory {
    using SafeERC20 for IERC20;

    /// Fees that pools may have, in millionths, by how far apart their ticks are.
    mapping(uint24 fee => int24) public feeAmountTickSpacing;
    mapping(address => mapping(address => mapping(uint24 fee => address))) public getPool;

    event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool);

    error IdenticalTokens();
    error PoolExists(address pool);
    error UnknownFee(uint24 fee);
    error ZeroAddress();

    constructor() {
        feeAmountTickSpacing[100] = 1;
        feeAmountTickSpacing[500] = 10;
        feeAmountTickSpacing[3000] = 60;
        feeAmountTickSpacing[10_000] = 200;
    }

    /// Makes a pool of what the caller puts in.
    function createPool(address tokenA, address tokenB, uint24 fee, uint256 amountA, uint256 amountB) external returns (address pool) {
        if (tokenA == tokenB) revert IdenticalTokens();
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (token0 == address(0)) revert ZeroAddress();
        int24 tickSpacing = feeAmountTickSpacing[fee];
        if (tickSpacing == 0) revert UnknownFee(fee);
        if (getPool[token0][token1][fee] != address(0)) revert PoolExists(getPool[token0][token1][fee]);
        pool = address(new Pool{salt: 0}(token0, token1, fee));
        (getPool[token0][token1][fee], getPool[token1][token0][fee]) = (pool, pool);
        IERC20(tokenA).safeTransferFrom(msg.sender, pool, amountA);
        IERC20(tokenB).safeTransferFrom(msg.sender, pool, amountB);
        Pool(pool).initialize();
        emit PoolCreated(token0, token1, fee, tickSpacing, pool);
    }
}
