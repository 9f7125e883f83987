import { createRequire } from 'node:module'

const source = `
pragma solidity ^0.8.20;
contract Owned {
  address owner;
  constructor(address to) { owner = to; }
  function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
    if (signature.length != 65) return 0xffffffff;
    bytes32 r = bytes32(signature[0:32]);
    bytes32 s = bytes32(signature[32:64]);
    return ecrecover(hash, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }
}
contract Factory {
  function make(address owner, bytes32 salt) external returns (address) { return address(new Owned{salt: salt}(owner)); }
  function where(address owner, bytes32 salt) external view returns (address) {
    bytes32 code = keccak256(abi.encodePacked(type(Owned).creationCode, abi.encode(owner)));
    return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
  }
}
contract Denies { function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) { return 0xffffffff; } }
contract Burns {
  uint256 count;
  function isValidSignature(bytes32, bytes calldata) external returns (bytes4) { while (true) { count++; } return 0x1626ba7e; }
}
contract Reverts { function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) { revert("no"); } }
`

type Name = 'Owned' | 'Factory' | 'Denies' | 'Burns' | 'Reverts'

/** The code of contracts that tests deploy: an account with an owner, its factory, and accounts that misbehave. */
export function compileContracts(): Readonly<Record<Name, `0x${string}`>> {
  const solc: { compile: (input: string) => string } = createRequire(import.meta.url)('solc')
  const input = {
    language: 'Solidity',
    sources: { 'a.sol': { content: source } },
    settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const output: { contracts: { 'a.sol': Record<Name, { evm: { bytecode: { object: string } } }> } } = JSON.parse(
    solc.compile(JSON.stringify(input)),
  )
  const code = (name: Name): `0x${string}` => `0x${output.contracts['a.sol'][name].evm.bytecode.object}`
  return { Owned: code('Owned'), Factory: code('Factory'), Denies: code('Denies'), Burns: code('Burns'), Reverts: code('Reverts') }
}
