// SPDX-License-Identifier: MIT
pragma solidity ^0.8.37;

/// A token that anybody may mint, and the chain's own coin as one.
contract Coin {
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    receive() external payable {}

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        (bool ok,) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }
}

/// A pool whose product is constant, with a fee in millionths.
contract Pool02 {
    Coin private immutable _a;
    Coin private immutable _b;
    uint256 private immutable _fee;

    constructor(Coin a, Coin b, uint256 fee) {
        (_a, _b, _fee) = (a, b, fee);
    }

    function liquidity() external view returns (uint128) {
        return uint128(_a.balanceOf(address(this)));
    }

    function quote(Coin coin, uint256 amount) public view returns (uint256) {
        uint256 afterFee = amount * (1e6 - _fee);
        Coin other = address(coin) == address(_a) ? _b : _a;
        return afterFee * other.balanceOf(address(this)) / (coin.balanceOf(address(this)) * 1e6 + afterFee);
    }

    /// What the caller has said to be `amount` has to be here by now.
    function swap(Coin coin, uint256 amount, uint256 out, address to) external {
        require(coin.transferFrom(msg.sender, address(this), amount), "not paid");
        (address(coin) == address(_a) ? _b : _a).transfer(to, out);
    }
}

/// Answers to the ABIs of Uniswap's `QuoterV2`, `SwapRouter02`, both factories and the V2 router, and of Multicall3, with the pools above. For
/// tests of what is encoded for those: their own code is under other licences than ours.
contract Pools02 {
    struct Several {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    /// Pools of V2 are those with this fee here: no pool of V3 has it.
    uint24 private constant V2 = 0;

    Coin public immutable WETH9 = new Coin();
    mapping(address a => mapping(address b => mapping(uint24 fee => address))) public getPool;

    receive() external payable {}

    function WETH() external view returns (Coin) {
        return WETH9;
    }

    function factory() external view returns (address) {
        return address(this);
    }

    function factoryV2() external view returns (address) {
        return address(this);
    }

    event Made(address coin);

    function makeCoin() external {
        emit Made(address(new Coin()));
    }

    function makePool(Coin a, Coin b, uint24 fee, uint256 amountA, uint256 amountB) external payable {
        Pool02 pool = new Pool02(a, b, fee == V2 ? 3000 : fee);
        (getPool[address(a)][address(b)][fee], getPool[address(b)][address(a)][fee]) = (address(pool), address(pool));
        a.mint(address(pool), amountA);
        b.mint(address(pool), amountB);
        (bool ok,) = address(WETH9).call{value: msg.value}("");
        require(ok, "refused");
    }

    // Quotes

    function quoteExactInput(bytes calldata path, uint256 amountIn)
        external
        view
        returns (uint256 amountOut, uint160[] memory prices, uint32[] memory ticks, uint256 gasEstimate)
    {
        amountOut = amountIn;
        for (uint256 step; step + 43 <= path.length; step += 23) {
            (Pool02 pool, Coin coin) = _hop(path, step);
            amountOut = pool.quote(coin, amountOut);
            gasEstimate += 80_000;
        }
        (prices, ticks) = (new uint160[](1), new uint32[](1));
    }

    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 step = 1; step < path.length; step++) {
            amounts[step] = _pool(path[step - 1], path[step], V2).quote(Coin(payable(path[step - 1])), amounts[step - 1]);
        }
    }

    // Swaps

    function multicall(uint256 deadline, bytes[] calldata data) external payable returns (bytes[] memory results) {
        require(block.timestamp <= deadline, "Transaction too old");
        results = new bytes[](data.length);
        for (uint256 step; step < data.length; step++) {
            (bool ok, bytes memory result) = address(this).delegatecall(data[step]);
            require(ok, "a part failed");
            results[step] = result;
        }
    }

    function exactInput(Several calldata params) external payable returns (uint256 amount) {
        amount = params.amountIn;
        _take(Coin(payable(address(bytes20(params.path[:20])))), amount);
        for (uint256 step; step + 43 <= params.path.length; step += 23) {
            (Pool02 pool, Coin coin) = _hop(params.path, step);
            bool isLast = step + 43 == params.path.length;
            amount = _swap(pool, coin, amount, isLast ? _recipient(params.recipient) : address(this));
        }
        require(amount >= params.amountOutMinimum, "Too little received");
    }

    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to)
        external
        payable
        returns (uint256 amount)
    {
        amount = amountIn;
        _take(Coin(payable(path[0])), amount);
        for (uint256 step = 1; step < path.length; step++) {
            Coin coin = Coin(payable(path[step - 1]));
            amount = _swap(_pool(path[step - 1], path[step], V2), coin, amount, step == path.length - 1 ? _recipient(to) : address(this));
        }
        require(amount >= amountOutMin, "Too little received");
    }

    function unwrapWETH9(uint256 amountMinimum, address recipient) external payable {
        uint256 amount = WETH9.balanceOf(address(this));
        require(amount >= amountMinimum, "Insufficient WETH9");
        WETH9.withdraw(amount);
        (bool ok,) = recipient.call{value: amount}("");
        require(ok, "refused");
    }

    // Multicall3

    struct Call {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 step; step < calls.length; step++) {
            (results[step].success, results[step].returnData) = calls[step].target.call(calls[step].callData);
        }
    }

    // Inside

    function _swap(Pool02 pool, Coin coin, uint256 amount, address to) private returns (uint256 out) {
        out = pool.quote(coin, amount);
        coin.approve(address(pool), amount);
        pool.swap(coin, amount, out, to);
    }

    function _take(Coin coin, uint256 amount) private {
        if (address(coin) == address(WETH9) && address(this).balance >= amount) WETH9.deposit{value: amount}();
        else coin.transferFrom(msg.sender, address(this), amount);
    }

    /// The words of `SwapRouter02` for who calls, and for itself.
    function _recipient(address to) private view returns (address) {
        return to == address(1) ? msg.sender : to == address(2) ? address(this) : to;
    }

    function _hop(bytes calldata path, uint256 step) private view returns (Pool02, Coin) {
        (address a, uint24 fee, address b) =
            (address(bytes20(path[step:step + 20])), uint24(bytes3(path[step + 20:step + 23])), address(bytes20(path[step + 23:step + 43])));
        require(fee != V2, "no fee");
        return (_pool(a, b, fee), Coin(payable(a)));
    }

    function _pool(address a, address b, uint24 fee) private view returns (Pool02 pool) {
        pool = Pool02(getPool[a][b][fee]);
        require(address(pool) != address(0), "no pool");
    }
}
