// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IVault {
    struct SingleSwap {
        bytes32 poolId;
        uint8 kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct FundManagement {
        address sender;
        bool fromInternalBalance;
        address payable recipient;
        bool toInternalBalance;
    }

    function swap(SingleSwap calldata single, FundManagement calldata funds, uint256 limit, uint256 deadline)
        external
        payable
        returns (uint256);
    function getPoolTokens(bytes32 poolId)
        external
        view
        returns (address[] memory, uint256[] memory, uint256);
}

/// The other traders of the weighted pools of an embedded network: moves them to new prices by real swaps from its own
/// balance.
contract VaultMaker {
    struct Pair {
        bytes32 poolId;
        address token0;
        address token1;
        uint256 weight0;
        uint256 weight1;
    }

    uint256 private constant ONE = 1e18;
    /// Maximum amount in, as a share of the balance, that the vault accepts.
    uint256 private constant LARGEST_PART = 5;

    address public immutable owner;
    IVault public immutable vault;
    Pair[] public pairs;

    constructor(address owner_, address vault_) {
        owner = owner_;
        vault = IVault(vault_);
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function pairCount() external view returns (uint256) {
        return pairs.length;
    }

    function add(Pair calldata pair) external onlyOwner {
        pairs.push(pair);
        _approve(pair.token0);
        _approve(pair.token1);
    }

    /// Moves the price of pair `i` to the square root of atoms of token 1 per atom of token 0, times 2^96, in the low
    /// 160 bits of `targets[i]`, unless it is already within the parts per million in the bits above. Zero skips the
    /// pair.
    function move(uint256[] calldata targets) external onlyOwner {
        for (uint256 i = 0; i < targets.length; i++) {
            uint256 target = uint160(targets[i]);
            if (target != 0) _move(pairs[i], target, targets[i] >> 160);
        }
    }

    function _move(Pair memory pair, uint256 target, uint256 tolerance) private {
        (uint256 balance0, uint256 balance1) = _balances(pair);
        uint256 current = _sqrt(((balance1 * pair.weight0) << 96) / (balance0 * pair.weight1)) << 48;
        uint256 distance = current > target ? current - target : target - current;
        if (distance * 1000000 <= target * tolerance) return;
        uint256 weights = pair.weight0 + pair.weight1;
        if (current > target) {
            uint256 grown = _grown(balance0, current * ONE / target, 2 * pair.weight1 * ONE / weights);
            _swap(pair.poolId, pair.token0, pair.token1, grown - balance0);
        } else {
            uint256 grown = _grown(balance1, target * ONE / current, 2 * pair.weight0 * ONE / weights);
            _swap(pair.poolId, pair.token1, pair.token0, grown - balance1);
        }
    }

    /// Approximates `balance * ratio ^ power` by the first terms of its series around one, up to the vault's maximum.
    function _grown(uint256 balance, uint256 ratio, uint256 power) private pure returns (uint256) {
        uint256 x = ratio - ONE;
        uint256 first = power * x / ONE;
        uint256 second = first * x / ONE / 2;
        second = power > ONE ? second * (power - ONE) / ONE : second * (ONE - power) / ONE;
        uint256 growth = power > ONE ? first + second : (first > second ? first - second : 0);
        if (growth > ONE / LARGEST_PART) growth = ONE / LARGEST_PART;
        return balance + balance * growth / ONE;
    }

    function _swap(bytes32 poolId, address sold, address bought, uint256 amount) private {
        if (amount == 0) return;
        vault.swap(
            IVault.SingleSwap(poolId, 0, sold, bought, amount, ""),
            IVault.FundManagement(address(this), false, payable(address(this)), false),
            0,
            type(uint256).max
        );
    }

    function _balances(Pair memory pair) private view returns (uint256 balance0, uint256 balance1) {
        (address[] memory tokens, uint256[] memory balances,) = vault.getPoolTokens(pair.poolId);
        for (uint256 i = 0; i < tokens.length; i++) {
            if (tokens[i] == pair.token0) balance0 = balances[i];
            if (tokens[i] == pair.token1) balance1 = balances[i];
        }
    }

    function _approve(address token) private {
        (bool done,) = token.call(
            abi.encodeWithSignature("approve(address,uint256)", address(vault), type(uint256).max)
        );
        require(done, "approval failed");
    }

    function _sqrt(uint256 x) private pure returns (uint256 root) {
        if (x == 0) return 0;
        root = 1 << 128;
        for (uint256 next = (root + x / root) / 2; next < root; next = (root + x / root) / 2) {
            root = next;
        }
    }
}
