// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Makes the calls of orders around their settlement (hooks) from an address without assets and allowances, instead
/// of the settlement contract with its allowances.
///
/// A hook may use its stated gas and no more. A failing hook changes and stops nothing. If less than the stated gas
/// is left, the whole call reverts, since a solver must not starve hooks.
contract HooksTrampoline {
    struct Hook {
        address target;
        bytes callData;
        uint256 gasLimit;
    }

    error NotTheSettlement();
    error NotEnoughGas();

    address public immutable settlement;

    constructor(address settlement_) {
        settlement = settlement_;
    }

    function execute(Hook[] calldata hooks) external {
        if (msg.sender != settlement) revert NotTheSettlement();
        for (uint256 i = 0; i < hooks.length; ++i) {
            _call(hooks[i].target, hooks[i].callData, hooks[i].gasLimit);
        }
    }

    /// Never copies the call's return data, which could be long enough to use up the gas of the other hooks.
    function _call(address target, bytes memory callData, uint256 gasLimit) private {
        // A call forwards at most 63/64 of the gas (EIP-150).
        if (gasleft() / 64 * 63 < gasLimit) revert NotEnoughGas();
        assembly {
            pop(call(gasLimit, target, 0, add(callData, 32), mload(callData), 0, 0))
        }
    }
}
