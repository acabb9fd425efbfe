// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Never returns: burns all its gas.
contract GasHogWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        for (;;) {}
    }
}

/// Returns a megabyte of zeros.
contract ReturnBombWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            return(0, 1000000)
        }
    }
}

/// Returns the bare magic value, four bytes without padding to a word.
contract ShortMagicWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            return(0, 4)
        }
    }
}

/// Returns the magic value followed by non-zero bytes.
contract DirtyMagicWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, or(shl(224, 0x1626ba7e), 1))
            return(0, 32)
        }
    }
}
