// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {EIP7702Utils} from "@openzeppelin/contracts/account/utils/EIP7702Utils.sol";
import {ERC4337Utils, IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// @title Pays for the operations that its signer has agreed to (ERC-4337, EntryPoint 0.8)
/// @notice An agreement names the whole operation but its signature, the code that its sender delegates to (EIP-7702),
/// and from when until when it counts. Anybody may pay in; the owner alone takes out, and names the signer.
contract PorticoPaymaster is PaymasterSigner, SignerECDSA, Ownable2Step {
    using ERC4337Utils for PackedUserOperation;

    bytes32 private constant SPONSORSHIP_TYPEHASH =
        keccak256(
            "Sponsorship(address sender,address delegate,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,uint48 validAfter,uint48 validUntil)"
        );

    bytes20 private constant DELEGATED = bytes20(hex"7702");

    constructor(address owner_, address signer_) EIP712("Portico Paymaster", "1") SignerECDSA(signer_) Ownable(owner_) {}

    /// @notice Names who agrees from now on. What the one before agreed to counts no longer.
    function setSigner(address signer_) external onlyOwner {
        _setSigner(signer_);
    }

    /// @notice Pays into the entry point's deposit, from which operations are paid.
    function deposit() external payable {
        _deposit(msg.value);
    }

    /// @notice Takes from the deposit.
    function withdraw(address payable to, uint256 value) external onlyOwner {
        _withdraw(to, value);
    }

    /// @notice Locks a stake, which bundlers ask of a paymaster.
    function addStake(uint32 unstakeDelay) external payable onlyOwner {
        _addStake(msg.value, unstakeDelay);
    }

    /// @notice Begins the delay after which the stake can be taken out.
    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    /// @notice Takes the stake out.
    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    /// @notice The entry point that it pays.
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @dev The same call data means something else to other code, and a plain address can change its code at any time:
    /// what it delegates to while it is paid for has to be what was agreed to. Zero for a contract of its own.
    function _signableUserOpHash(
        PackedUserOperation calldata userOp,
        uint48 validAfter,
        uint48 validUntil
    ) internal view override returns (bytes32) {
        return
            _hashTypedDataV4(
                keccak256(
                    abi.encode(
                        SPONSORSHIP_TYPEHASH,
                        userOp.sender,
                        EIP7702Utils.fetchDelegate(userOp.sender),
                        userOp.nonce,
                        _initCodeHash(userOp.initCode),
                        keccak256(userOp.callData),
                        userOp.accountGasLimits,
                        userOp.preVerificationGas,
                        userOp.gasFees,
                        userOp.paymasterVerificationGasLimit(),
                        userOp.paymasterPostOpGasLimit(),
                        validAfter,
                        validUntil
                    )
                )
            );
    }

    /// @dev The mark of a delegated account is two bytes with some bundlers and twenty with others, and one and the same to the entry point.
    function _initCodeHash(bytes calldata initCode) private pure returns (bytes32) {
        if (initCode.length < 20 && bytes20(initCode) == DELEGATED) return keccak256(abi.encodePacked(DELEGATED));
        return keccak256(initCode);
    }
}
