// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function mint(address to, uint256 value) external;
    function deposit() external payable;
}

interface IV2Factory {
    function createPair(address tokenA, address tokenB) external returns (address);
}

interface IV2Pair {
    function getReserves() external view returns (uint112, uint112, uint32);
    function mint(address to) external returns (uint256);
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
}

interface IV3Factory {
    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address);
}

interface IV3Pool {
    function initialize(uint160 sqrtPriceX96) external;
    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool);
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

/// The other traders of an embedded network: provides the liquidity of its pools, moves all of them to new prices by
/// real swaps in one transaction, and tops accounts up. Pays from its own balance and mints the rest.
contract MarketMaker {
    struct Pool {
        address pool;
        bool concentrated;
        address token0;
        address token1;
    }

    struct Position {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    struct Grant {
        address token;
        uint256 target;
    }

    address public immutable owner;
    address public immutable wrappedNative;
    /// The opening time of the market, Unix seconds.
    uint256 public startedAt;
    Pool[] public pools;
    mapping(address => bool) public isPool;

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    constructor(address owner_, address wrappedNative_) {
        owner = owner_;
        wrappedNative = wrappedNative_;
        startedAt = block.timestamp;
    }

    receive() external payable {}

    function poolCount() external view returns (uint256) {
        return pools.length;
    }

    /// Tokens must be in sorted order.
    function addV2(address factory, address token0, address token1, uint256 amount0, uint256 amount1)
        external
        onlyOwner
    {
        address pair = IV2Factory(factory).createPair(token0, token1);
        _register(Pool(pair, false, token0, token1));
        _pay(token0, pair, amount0);
        _pay(token1, pair, amount1);
        IV2Pair(pair).mint(address(this));
    }

    /// Tokens must be in sorted order.
    function addV3(
        address factory,
        address token0,
        address token1,
        uint24 fee,
        uint160 sqrtPriceX96,
        Position[] calldata positions
    ) external onlyOwner {
        address pool = IV3Factory(factory).createPool(token0, token1, fee);
        _register(Pool(pool, true, token0, token1));
        IV3Pool(pool).initialize(sqrtPriceX96);
        for (uint256 i = 0; i < positions.length; i++) {
            Position calldata position = positions[i];
            IV3Pool(pool).mint(
                address(this),
                position.lower,
                position.upper,
                position.liquidity,
                abi.encode(token0, token1)
            );
        }
    }

    /// Moves pool `i` to the square-root price in the low 160 bits of `targets[i]`, unless it is already within the
    /// parts per million (of the square root) in the bits above. Zero skips the pool.
    function move(uint256[] calldata targets) external onlyOwner {
        for (uint256 i = 0; i < targets.length; i++) {
            uint160 target = uint160(targets[i]);
            if (target == 0) continue;
            Pool memory pool = pools[i];
            if (pool.concentrated) _moveV3(pool, target, targets[i] >> 160);
            else _moveV2(pool, target, targets[i] >> 160);
        }
    }

    /// Returns the pools that `move` would move; called off chain, so that a transaction includes no others.
    function findStale(uint256[] calldata targets) external view returns (bool[] memory stale) {
        stale = new bool[](targets.length);
        for (uint256 i = 0; i < targets.length; i++) {
            uint160 target = uint160(targets[i]);
            stale[i] = target != 0 && !_isNear(_priceOf(pools[i]), target, targets[i] >> 160);
        }
    }

    /// Tops the balances of `to` up to the targets; gives nothing to an account that has them.
    function topUp(address to, uint256 nativeTarget, Grant[] calldata grants) external onlyOwner {
        for (uint256 i = 0; i < grants.length; i++) {
            uint256 held = IToken(grants[i].token).balanceOf(to);
            if (held < grants[i].target) _pay(grants[i].token, to, grants[i].target - held);
        }
        if (to.balance < nativeTarget) {
            (bool sent,) = to.call{value: nativeTarget - to.balance, gas: 50000}("");
            sent;
        }
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external {
        require(isPool[msg.sender], "not a pool");
        (address token0, address token1) = abi.decode(data, (address, address));
        if (owed0 > 0) _pay(token0, msg.sender, owed0);
        if (owed1 > 0) _pay(token1, msg.sender, owed1);
    }

    function uniswapV3SwapCallback(int256 delta0, int256 delta1, bytes calldata data) external {
        require(isPool[msg.sender], "not a pool");
        (address token0, address token1) = abi.decode(data, (address, address));
        if (delta0 > 0) _pay(token0, msg.sender, uint256(delta0));
        if (delta1 > 0) _pay(token1, msg.sender, uint256(delta1));
    }

    function _priceOf(Pool memory pool) private view returns (uint256 sqrtPriceX96) {
        if (pool.concentrated) {
            (sqrtPriceX96,,,,,,) = IV3Pool(pool.pool).slot0();
        } else {
            (uint256 reserve0, uint256 reserve1,) = IV2Pair(pool.pool).getReserves();
            sqrtPriceX96 = (_sqrt(reserve0 * reserve1) << 96) / reserve0;
        }
    }

    function _register(Pool memory pool) private {
        isPool[pool.pool] = true;
        pools.push(pool);
    }

    function _moveV3(Pool memory pool, uint160 target, uint256 tolerance) private {
        (uint160 current,,,,,,) = IV3Pool(pool.pool).slot0();
        if (_isNear(current, target, tolerance)) return;
        IV3Pool(pool.pool).swap(
            address(this),
            target < current,
            type(int128).max,
            target,
            abi.encode(pool.token0, pool.token1)
        );
    }

    /// Trades the amount that moves the reserves to the target price along their constant product, ignoring the fee.
    function _moveV2(Pool memory pool, uint160 target, uint256 tolerance) private {
        (uint256 reserve0, uint256 reserve1,) = IV2Pair(pool.pool).getReserves();
        uint256 root = _sqrt(reserve0 * reserve1);
        if (_isNear((root << 96) / reserve0, target, tolerance)) return;
        uint256 wanted0 = (root << 96) / target;
        uint256 wanted1 = (root * target) >> 96;
        if (wanted0 > reserve0) {
            uint256 amount = _payPool(pool.token0, pool.pool, wanted0 - reserve0);
            IV2Pair(pool.pool).swap(0, _amountOut(amount, reserve0, reserve1), address(this), "");
        } else if (wanted1 > reserve1) {
            uint256 amount = _payPool(pool.token1, pool.pool, wanted1 - reserve1);
            IV2Pair(pool.pool).swap(_amountOut(amount, reserve1, reserve0), 0, address(this), "");
        }
    }

    /// Returns the amount received by the pool, less than the sent amount for a token with a fee on transfer.
    function _payPool(address token, address pool, uint256 amount) private returns (uint256) {
        uint256 before = IToken(token).balanceOf(pool);
        _pay(token, pool, amount);
        return IToken(token).balanceOf(pool) - before;
    }

    function _pay(address token, address to, uint256 amount) private {
        uint256 held = IToken(token).balanceOf(address(this));
        if (held < amount) {
            if (token == wrappedNative) IToken(token).deposit{value: amount - held}();
            else IToken(token).mint(address(this), amount - held + 1);
        }
        (bool sent,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        require(sent, "transfer failed");
    }

    function _isNear(uint256 current, uint256 target, uint256 tolerance) private pure returns (bool) {
        uint256 distance = current > target ? current - target : target - current;
        return distance * 1000000 <= target * tolerance;
    }

    function _amountOut(uint256 amount, uint256 reserveIn, uint256 reserveOut)
        private
        pure
        returns (uint256)
    {
        uint256 afterFee = amount * 997;
        return afterFee * reserveOut / (reserveIn * 1000 + afterFee);
    }

    function _sqrt(uint256 x) private pure returns (uint256 root) {
        if (x == 0) return 0;
        root = 1 << (_log2(x) / 2 + 1);
        for (uint256 next = (root + x / root) / 2; next < root; next = (root + x / root) / 2) {
            root = next;
        }
    }

    function _log2(uint256 x) private pure returns (uint256 bits) {
        for (uint256 step = 128; step > 0; step >>= 1) {
            if (x >> step > 0) {
                x >>= step;
                bits += step;
            }
        }
    }
}
