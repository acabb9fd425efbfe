// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Never answers: burns all the gas it is given.
contract GasHogWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        for (;;) {}
    }
}

/// Answers with a megabyte of zeros.
contract ReturnBombWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            return(0, 1000000)
        }
    }
}

/// Answers with the magic value alone, four bytes that are not padded to a word.
contract ShortMagicWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, shl(224, 0x1626ba7e))
            return(0, 4)
        }
    }
}

/// Answers with the magic value followed by bytes that are not zero.
contract DirtyMagicWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly {
            mstore(0, or(shl(224, 0x1626ba7e), 1))
            return(0, 32)
        }
    }
}
