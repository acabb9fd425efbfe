// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Reserves an address for one account: that of the first contract created here. It depends on the address of this
/// contract alone, so that the contract may have other constructor arguments on every network (as by CREATE3).
contract AddressReservation {
    error NotTheOwner();
    error CreationFailed();

    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function create(bytes memory creationCode) external returns (address created) {
        if (msg.sender != owner) revert NotTheOwner();
        assembly {
            created := create(0, add(creationCode, 32), mload(creationCode))
        }
        // Reverting takes back the nonce, on which the reserved address depends.
        if (created == address(0)) revert CreationFailed();
    }
}
