// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ISettlement {
    function domainSeparator() external view returns (bytes32);

    function vaultRelayer() external view returns (address);

    function filledAmount(bytes calldata orderUid) external view returns (uint256);
}

interface IWrappedNative {
    function deposit() external payable;

    function withdraw(uint256 amount) external;

    function approve(address spender, uint256 amount) external returns (bool);
}

/// Owns orders that sell the native token for the senders who pay for them, and announces them by events. Calls,
/// events and errors are those of the public contract of this kind.
contract NativeOrders {
    /// The terms of a sender's order; the sell token is the wrapped native one.
    struct Request {
        address buyToken;
        address receiver;
        uint256 sellAmount;
        uint256 buyAmount;
        bytes32 appData;
        uint256 feeAmount;
        uint32 validTo;
        bool partiallyFillable;
        int64 quoteId;
    }

    /// An order as hashed by the settlement contract; kind and balances are hashes of their names.
    struct Order {
        address sellToken;
        address buyToken;
        address receiver;
        uint256 sellAmount;
        uint256 buyAmount;
        uint32 validTo;
        bytes32 appData;
        uint256 feeAmount;
        bytes32 kind;
        bool partiallyFillable;
        bytes32 sellTokenBalance;
        bytes32 buyTokenBalance;
    }

    enum Scheme {
        Eip1271,
        PreSign
    }

    struct OnchainSignature {
        Scheme scheme;
        bytes data;
    }

    struct Placement {
        address owner;
        uint32 validTo;
    }

    event OrderPlacement(address indexed sender, Order order, OnchainSignature signature, bytes data);
    event OrderInvalidation(bytes orderUid);
    event OrderRefund(bytes orderUid, address indexed refunder);

    error OrderIsAlreadyOwned(bytes32 orderHash);
    error OrderIsAlreadyExpired();
    error IncorrectEthAmount();
    error NotAllowedZeroSellAmount();
    error NotAllowedToInvalidateOrder(bytes32 orderHash);
    error EthTransferFailed();
    error ReceiverMustBeSet();

    bytes32 private constant TYPE_HASH = 0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489;
    address private constant INVALIDATED = address(type(uint160).max);

    ISettlement public immutable cowSwapSettlement;
    IWrappedNative public immutable wrappedNativeToken;
    bytes32 private immutable separator;

    /// The sender of the order with a hash, and its expiry.
    mapping(bytes32 => Placement) public orders;

    constructor(ISettlement settlement, IWrappedNative wrapped) {
        cowSwapSettlement = settlement;
        wrappedNativeToken = wrapped;
        separator = settlement.domainSeparator();
        wrapped.approve(settlement.vaultRelayer(), type(uint256).max);
    }

    receive() external payable {}

    function createOrder(Request calldata request) external payable returns (bytes32 orderHash) {
        if (msg.value != request.sellAmount + request.feeAmount) revert IncorrectEthAmount();
        if (request.sellAmount == 0) revert NotAllowedZeroSellAmount();
        if (request.validTo < block.timestamp) revert OrderIsAlreadyExpired();
        Order memory order = _orderOf(request);
        orderHash = _hash(order);
        if (orders[orderHash].owner != address(0)) revert OrderIsAlreadyOwned(orderHash);
        orders[orderHash] = Placement(msg.sender, request.validTo);
        emit OrderPlacement(
            msg.sender,
            order,
            OnchainSignature(Scheme.Eip1271, abi.encodePacked(address(this))),
            abi.encodePacked(request.quoteId, request.validTo)
        );
    }

    /// Cancels an order and refunds its unfilled part: its sender may at any time, anyone once it has expired.
    function invalidateOrder(Request calldata request) external {
        Order memory order = _orderOf(request);
        bytes32 orderHash = _hash(order);
        Placement memory placement = orders[orderHash];
        bool isTradable = placement.validTo >= block.timestamp;
        if (
            placement.owner == address(0) ||
            placement.owner == INVALIDATED ||
            (isTradable && placement.owner != msg.sender)
        ) revert NotAllowedToInvalidateOrder(orderHash);
        orders[orderHash].owner = INVALIDATED;
        bytes memory uid = abi.encodePacked(orderHash, address(this), order.validTo);
        if (isTradable) emit OrderInvalidation(uid);
        emit OrderRefund(uid, msg.sender);
        uint256 filled = cowSwapSettlement.filledAmount(uid);
        uint256 left = order.sellAmount - filled;
        left += order.feeAmount - (order.feeAmount * filled) / order.sellAmount;
        uint256 held = address(this).balance;
        if (held < left) wrappedNativeToken.withdraw(left - held);
        (bool sent, ) = payable(placement.owner).call{value: left}("");
        if (!sent) revert EthTransferFailed();
    }

    function wrapAll() external {
        wrappedNativeToken.deposit{value: address(this).balance}();
    }

    function unwrap(uint256 amount) external {
        wrappedNativeToken.withdraw(amount);
    }

    function isValidSignature(bytes32 orderHash, bytes calldata) external view returns (bytes4) {
        Placement memory placement = orders[orderHash];
        bool isOpen = placement.owner != address(0) &&
            placement.owner != INVALIDATED &&
            placement.validTo >= block.timestamp;
        return isOpen ? this.isValidSignature.selector : bytes4(type(uint32).max);
    }

    function _orderOf(Request calldata request) private view returns (Order memory) {
        if (request.receiver == address(0)) revert ReceiverMustBeSet();
        return
            Order(
                address(wrappedNativeToken),
                request.buyToken,
                request.receiver,
                request.sellAmount,
                request.buyAmount,
                type(uint32).max,
                request.appData,
                request.feeAmount,
                keccak256("sell"),
                request.partiallyFillable,
                keccak256("erc20"),
                keccak256("erc20")
            );
    }

    function _hash(Order memory order) private view returns (bytes32) {
        bytes32 structHash = keccak256(abi.encode(TYPE_HASH, order));
        return keccak256(abi.encodePacked("\x19\x01", separator, structHash));
    }
}
