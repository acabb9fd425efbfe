// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A plain ERC-20 with permits (EIP-2612) and a minter; the base of every token of the embedded networks.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    mapping(address => uint256) internal balances;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 internal supply;
    string public name;
    string public symbol;
    uint8 public decimals;
    address public minter;
    mapping(address => uint256) public nonces;

    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        minter = minter_;
    }

    function totalSupply() external view virtual returns (uint256) {
        return supply;
    }

    function balanceOf(address account) public view virtual returns (uint256) {
        return balances[account];
    }

    function mint(address to, uint256 value) external virtual {
        require(msg.sender == minter, "not the minter");
        supply += value;
        balances[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) {
            require(allowed >= value, "allowance too low");
            allowance[from][msg.sender] = allowed - value;
        }
        _move(from, to, value);
        return true;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 domain =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        return keccak256(
            abi.encode(domain, keccak256(bytes(name)), keccak256("1"), block.chainid, address(this))
        );
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline, "permit expired");
        bytes32 terms =
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), terms));
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == owner, "not signed by the owner");
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function _move(address from, address to, uint256 value) internal virtual {
        require(balances[from] >= value, "balance too low");
        unchecked {
            balances[from] -= value;
            balances[to] += value;
        }
        emit Transfer(from, to, value);
    }
}

/// Keeps one percent of every transfer for the minter, so that the receiver gets less than was sent.
contract FeeOnTransferToken is Token {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        Token(name_, symbol_, decimals_, minter_) {}

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = value / 100;
        super._move(from, to, value - fee);
        super._move(from, minter, fee);
    }
}

/// Balances are shares of a growing pool, as with liquid staking: `rebase` changes every balance at once.
contract RebasingToken is Token {
    uint256 public totalShares;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_)
        Token(name_, symbol_, decimals_, minter_) {}

    function totalSupply() external view override returns (uint256) {
        return supply;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return totalShares == 0 ? 0 : balances[account] * supply / totalShares;
    }

    function sharesOf(address account) external view returns (uint256) {
        return balances[account];
    }

    function mint(address to, uint256 value) external override {
        require(msg.sender == minter, "not the minter");
        uint256 shares = totalShares == 0 ? value : value * totalShares / supply;
        totalShares += shares;
        supply += value;
        balances[to] += shares;
        emit Transfer(address(0), to, value);
    }

    function rebase(uint256 newSupply) external {
        require(msg.sender == minter, "not the minter");
        supply = newSupply;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 shares = value * totalShares / supply;
        require(balances[from] >= shares, "balance too low");
        balances[from] -= shares;
        balances[to] += shares;
        emit Transfer(from, to, value);
    }
}
