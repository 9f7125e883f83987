// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// A constant-product pool of two tokens with a fee of 0.3 %, kept by the pool. It answers to the ABI that Uniswap V2 made
/// common, less flash swaps and the price accumulators. Callers send tokens in first and call after, as the router does.
contract Pair is ERC20, ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 public constant MINIMUM_LIQUIDITY = 1000;

    /// Holds the first liquidity for ever, so that a pool can't be emptied and its shares can't be made arbitrarily dear.
    address private constant LOCKED = address(0xdEaD);

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;

    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _blockTimestampLast;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    error FlashSwapUnsupported();
    error InsufficientInput();
    error InsufficientLiquidity();
    error InsufficientOutput();
    error InvalidReceiver();
    error ProductDecreased();
    error ReserveOverflow();

    constructor(address token0_, address token1_) ERC20("Portico Pool Share", "PPS") {
        factory = msg.sender;
        (token0, token1) = (token0_, token1_);
    }

    function getReserves() public view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast) {
        return (_reserve0, _reserve1, _blockTimestampLast);
    }

    /// Turns what was sent since the last call into pool shares for `to`.
    function mint(address to) external nonReentrant returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - _reserve0;
        uint256 amount1 = balance1 - _reserve1;
        uint256 supply = totalSupply();
        if (supply == 0) {
            uint256 root = Math.sqrt(amount0 * amount1);
            if (root <= MINIMUM_LIQUIDITY) revert InsufficientLiquidity();
            _mint(LOCKED, MINIMUM_LIQUIDITY);
            liquidity = root - MINIMUM_LIQUIDITY;
        } else {
            liquidity = Math.min(Math.mulDiv(amount0, supply, _reserve0), Math.mulDiv(amount1, supply, _reserve1));
            if (liquidity == 0) revert InsufficientLiquidity();
        }
        _mint(to, liquidity);
        _sync(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// Pays out the shares that were sent to this pool.
    function burn(address to) external nonReentrant returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 liquidity = balanceOf(address(this));
        uint256 supply = totalSupply();
        amount0 = supply == 0 ? 0 : Math.mulDiv(liquidity, balance0, supply);
        amount1 = supply == 0 ? 0 : Math.mulDiv(liquidity, balance1, supply);
        if (amount0 == 0 || amount1 == 0) revert InsufficientLiquidity();
        _burn(address(this), liquidity);
        IERC20(token0).safeTransfer(to, amount0);
        IERC20(token1).safeTransfer(to, amount1);
        (balance0, balance1) = _balances();
        _sync(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// Pays out the amounts asked, if what was sent in keeps the product, fee deducted, from shrinking.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external nonReentrant {
        if (data.length != 0) revert FlashSwapUnsupported();
        if (amount0Out == 0 && amount1Out == 0) revert InsufficientOutput();
        if (to == token0 || to == token1) revert InvalidReceiver();
        (uint256 reserve0, uint256 reserve1) = (_reserve0, _reserve1);
        if (amount0Out >= reserve0 || amount1Out >= reserve1) revert InsufficientLiquidity();

        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);

        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0In = Math.saturatingSub(balance0, reserve0 - amount0Out);
        uint256 amount1In = Math.saturatingSub(balance1, reserve1 - amount1Out);
        if (amount0In == 0 && amount1In == 0) revert InsufficientInput();
        uint256 paid0 = balance0 * 1000 - amount0In * 3;
        uint256 paid1 = balance1 * 1000 - amount1In * 3;
        if (paid0 * paid1 < reserve0 * reserve1 * 1000 ** 2) revert ProductDecreased();

        _sync(balance0, balance1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    /// Takes the balances as the reserves.
    function sync() external nonReentrant {
        (uint256 balance0, uint256 balance1) = _balances();
        _sync(balance0, balance1);
    }

    function _balances() private view returns (uint256 balance0, uint256 balance1) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _sync(uint256 balance0, uint256 balance1) private {
        if (balance0 > type(uint112).max || balance1 > type(uint112).max) revert ReserveOverflow();
        (_reserve0, _reserve1, _blockTimestampLast) = (uint112(balance0), uint112(balance1), uint32(block.timestamp));
        emit Sync(uint112(balance0), uint112(balance1));
    }
}
