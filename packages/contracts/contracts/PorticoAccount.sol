// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils, IEntryPoint} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {AbstractSigner} from "@openzeppelin/contracts/utils/cryptography/signers/AbstractSigner.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";

/// @title An account with one owner, for EntryPoint 0.8 (ERC-4337)
/// @notice It does what its owner signs, in batches (ERC-7821), and what the DelegationManager asks for, which is what
/// the owner has delegated (ERC-7710). It signs by ERC-7739, so that no signature of the owner's plain address counts
/// here, and none of another account. Its code cannot change: it is a clone that points to this code for good.
/// @dev The first owner stands behind the clone's code, where it cannot be changed and needs no transaction to be set:
/// there is nothing to initialize, and so nothing that another could initialize.
contract PorticoAccount is Account, ERC7739, ERC7821, ERC721Holder, ERC1155Holder {
    /// @notice MetaMask's DelegationManager 1.3.0, at the same address on every network that it was deployed to.
    address public constant DELEGATION_MANAGER = 0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3;

    /// @dev This code itself, which is nobody's account.
    address private immutable _implementation = address(this);

    /// @dev The owner after the first one; zero until the owner changes.
    address private _laterOwner;

    /// @notice From here on, `owner` alone decides.
    event OwnerChanged(address indexed previous, address indexed owner);

    /// @notice Nobody could sign for this owner again.
    error OwnerUnusable(address owner);
    /// @notice Only the DelegationManager brings what was delegated.
    error NotDelegationManager(address caller);
    /// @notice A delegation covers single calls that may fail the whole; several are several redemptions.
    error ExecutionModeUnsupported(bytes32 mode);
    /// @notice A delegation does not reach what decides over the account.
    error TargetNotDelegable(address target);

    constructor() EIP712("Portico Account", "1") {}

    receive() external payable override {}

    /// @notice Who decides.
    function owner() public view returns (address) {
        if (_laterOwner != address(0)) return _laterOwner;
        if (address(this) == _implementation) return address(0);
        return address(bytes20(Clones.fetchCloneArgs(address(this))));
    }

    /// @notice Gives the account to another key, on this chain. What the old one signed and delegated counts no longer.
    function setOwner(address newOwner) external onlyEntryPointOrSelf {
        if (newOwner == address(0) || newOwner == address(this)) revert OwnerUnusable(newOwner);
        emit OwnerChanged(owner(), newOwner);
        _laterOwner = newOwner;
    }

    /// @notice Does one call that the owner has delegated; the DelegationManager has checked it (ERC-7710, ERC-7579).
    /// @param mode zero: a single call, which takes everything back where it fails
    /// @param execution target (20 bytes), value (32 bytes), call data
    function executeFromExecutor(bytes32 mode, bytes calldata execution) external payable returns (bytes[] memory results) {
        if (msg.sender != DELEGATION_MANAGER) revert NotDelegationManager(msg.sender);
        if (mode != bytes32(0)) revert ExecutionModeUnsupported(mode);
        address target = address(bytes20(execution[:20]));
        if (target == address(this) || target == DELEGATION_MANAGER || target == address(entryPoint())) {
            revert TargetNotDelegable(target);
        }
        (bool done, bytes memory answer) = target.call{value: uint256(bytes32(execution[20:52]))}(execution[52:]);
        if (!done) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        results = new bytes[](1);
        results[0] = answer;
    }

    /// @inheritdoc Account
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @dev ECDSA refuses malleable signatures, and never answers with the zero address without an error.
    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override(AbstractSigner) returns (bool) {
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecoverCalldata(hash, signature);
        return problem == ECDSA.RecoverError.NoError && recovered == owner();
    }

    /// @dev Batches come from the entry point, which has checked the owner's signature, or from the account itself.
    function _erc7821AuthorizedExecutor(address caller, bytes32 mode, bytes calldata data) internal view override returns (bool) {
        return caller == address(entryPoint()) || super._erc7821AuthorizedExecutor(caller, mode, data);
    }
}
