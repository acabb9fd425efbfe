// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Makes the calls that orders ask for around their settlement (hooks), so that they come from an address
/// that holds nothing and is trusted by nobody, and not from the settlement contract with its allowances.
///
/// A hook may use the gas that it states and no more. One that fails changes nothing and stops nothing; but
/// a solver that leaves less gas than a hook states stops everything, since it must not starve hooks.
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

    /// The call's answer is never copied: it could be made long enough to use up the gas of the others.
    function _call(address target, bytes memory callData, uint256 gasLimit) private {
        // A call hands on at most 63 of 64 parts of the gas (EIP-150).
        if (gasleft() / 64 * 63 < gasLimit) revert NotEnoughGas();
        assembly {
            pop(call(gasLimit, target, 0, add(callData, 32), mload(callData), 0, 0))
        }
    }
}
