// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

interface IEntryPointReads {
    function senderCreator() external view returns (ISenderCreator);
    function getNonce(address sender, uint192 key) external view returns (uint256);
}

interface ISenderCreator {
    function createSender(bytes calldata initCode) external returns (address);
    function initEip7702Sender(address sender, bytes calldata data) external;
}

interface IAccount {
    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing) external returns (uint256);
    function executeUserOp(PackedUserOperation calldata op, bytes32 hash) external;
}

interface IPaymaster {
    function validatePaymasterUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 cost) external returns (bytes memory, uint256);
    function postOp(uint8 mode, bytes calldata context, uint256 actualGasCost, uint256 feePerGas) external;
}

/// What the parts of an operation of EntryPoint 0.8 need. It never stands on a chain: a bundler's eth_call puts it in the place of
/// the entry point, whose own code then stands at SHADOW and answers everything else that is asked of the entry point.
contract Estimator {
    address private constant SHADOW = 0x00000000000000000000000000000000706F5274;
    /// Left for what comes after a part that takes all it is given.
    uint256 private constant RESERVE = 400_000;

    struct Estimate {
        /// Creates the sender, or sets it up after a delegation.
        uint256 creation;
        uint256 validation;
        uint256 paymasterValidation;
        /// The least that the execution is done with.
        uint256 execution;
        uint256 postOp;
    }

    /// The operation can't be valid: the entry point's own code, and what the contract said.
    error Invalid(string reason, bytes inner);
    /// The operation is valid, and its calls fail.
    error ExecutionReverted(bytes inner);
    error Tried(bool done, uint256 used, bytes answer);

    fallback() external payable {
        (bool done, bytes memory answer) = SHADOW.delegatecall(msg.data);
        assembly ("memory-safe") {
            switch done
            case 0 { revert(add(answer, 32), mload(answer)) }
            default { return(add(answer, 32), mload(answer)) }
        }
    }

    receive() external payable {}

    /// @param hash of the operation, which accounts and paymasters are told
    /// @param least of the execution that is tried, in gas
    function estimate(PackedUserOperation calldata op, bytes32 hash, uint256 least) external returns (Estimate memory found) {
        found.creation = _create(op);
        found.validation = _validate(op, hash);
        bytes memory context;
        (found.paymasterValidation, context) = _validatePaymaster(op, hash);
        found.execution = _execution(op, hash, least);
        if (context.length > 0) found.postOp = _postOp(op, context);
    }

    function _create(PackedUserOperation calldata op) private returns (uint256) {
        if (op.initCode.length == 0) {
            if (op.sender.code.length == 0) revert Invalid("AA20 account not deployed", "");
            return 0;
        }
        ISenderCreator creator = IEntryPointReads(address(this)).senderCreator();
        uint256 before = gasleft();
        if (bytes2(op.initCode) == 0x7702) {
            if (op.sender.code.length == 0) revert Invalid("AA20 account not deployed", "");
            if (op.initCode.length <= 20) return 0;
            try creator.initEip7702Sender(op.sender, op.initCode[20:]) {} catch (bytes memory inner) {
                revert Invalid("AA13 EIP7702 sender init failed", inner);
            }
            return before - gasleft();
        }
        if (op.sender.code.length != 0) revert Invalid("AA10 sender already constructed", "");
        if (op.initCode.length < 20) revert Invalid("AA99 initCode too small", "");
        address made = creator.createSender{gas: gasleft() - RESERVE}(op.initCode);
        uint256 used = before - gasleft();
        if (made == address(0)) revert Invalid("AA13 initCode failed or OOG", "");
        if (made != op.sender) revert Invalid("AA14 initCode must return sender", "");
        if (made.code.length == 0) revert Invalid("AA15 initCode must create sender", "");
        return used;
    }

    /// A signature that is not right is no matter here: the real one comes later.
    function _validate(PackedUserOperation calldata op, bytes32 hash) private returns (uint256) {
        if (IEntryPointReads(address(this)).getNonce(op.sender, uint192(op.nonce >> 64)) != op.nonce) {
            revert Invalid("AA25 invalid account nonce", "");
        }
        uint256 before = gasleft();
        try IAccount(op.sender).validateUserOp{gas: before - RESERVE}(op, hash, 0) returns (uint256) {
            return before - gasleft();
        } catch (bytes memory inner) {
            revert Invalid("AA23 reverted", inner);
        }
    }

    function _validatePaymaster(PackedUserOperation calldata op, bytes32 hash) private returns (uint256, bytes memory) {
        if (op.paymasterAndData.length == 0) return (0, "");
        if (op.paymasterAndData.length < 52) revert Invalid("AA93 invalid paymasterAndData", "");
        address paymaster = address(bytes20(op.paymasterAndData));
        if (paymaster.code.length == 0) revert Invalid("AA30 paymaster not deployed", "");
        uint256 before = gasleft();
        try IPaymaster(paymaster).validatePaymasterUserOp{gas: before - RESERVE}(op, hash, 0) returns (bytes memory context, uint256) {
            return (before - gasleft(), context);
        } catch (bytes memory inner) {
            revert Invalid("AA33 reverted", inner);
        }
    }

    /// Once with much, and then with what that took and more, until it is done: a call keeps a 64th back at each depth.
    function _execution(PackedUserOperation calldata op, bytes32 hash, uint256 least) private returns (uint256 limit) {
        if (op.callData.length == 0) return 0;
        bytes memory data = bytes4(op.callData) == IAccount.executeUserOp.selector
            ? abi.encodeCall(IAccount.executeUserOp, (op, hash))
            : op.callData;
        (bool done, uint256 used, bytes memory answer) = _try(op.sender, data, gasleft() - RESERVE);
        if (!done) revert ExecutionReverted(answer);
        limit = used > least ? used : least;
        while (true) {
            (done, , ) = _try(op.sender, data, limit);
            if (done) break;
            limit += limit / 16 + 1000;
        }
        // It happened, for what comes after it.
        (done, answer) = op.sender.call{gas: limit + limit / 8}(data);
    }

    function _try(address to, bytes memory data, uint256 limit) private returns (bool done, uint256 used, bytes memory answer) {
        try this.tried(to, data, limit) {} catch (bytes memory outcome) {
            if (outcome.length < 4 || bytes4(outcome) != Tried.selector) revert ExecutionReverted(outcome);
            assembly ("memory-safe") {
                let size := mload(outcome)
                outcome := add(outcome, 4)
                mstore(outcome, sub(size, 4))
            }
            (done, used, answer) = abi.decode(outcome, (bool, uint256, bytes));
        }
    }

    /// Calls, and takes it back.
    function tried(address to, bytes calldata data, uint256 limit) external {
        uint256 before = gasleft();
        (bool done, bytes memory answer) = to.call{gas: limit}(data);
        revert Tried(done, before - gasleft(), answer);
    }

    function _postOp(PackedUserOperation calldata op, bytes memory context) private returns (uint256) {
        uint256 fee = uint128(uint256(op.gasFees));
        uint256 before = gasleft();
        try IPaymaster(address(bytes20(op.paymasterAndData))).postOp{gas: before - RESERVE}(0, context, 500_000 * fee, fee) {
            return before - gasleft();
        } catch (bytes memory inner) {
            revert Invalid("AA50 postOp reverted", inner);
        }
    }
}
