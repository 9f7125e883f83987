/*
 * Pools of two tokens at a constant product, 0.3 % of what comes in being kept, for the sandbox's Solana. It takes `route_v2` of the
 * Jupiter aggregator, word for word, so that what reads and checks swaps on mainnet is what does so here. A route plan is not looked at:
 * there is one pool to a swap, which follows the accounts of `route_v2`.
 *
 * Built by `pnpm --filter @portico/chains pool` into artifact.ts. There is no SDK: what the runtime hands over and takes is written out below.
 */
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

/* What the runtime calls an account, an account's use, a call and a seed (sol/types.h of its C SDK). */
typedef struct {
  u8 bytes[32];
} Key;
typedef struct {
  Key *key;
  u64 *lamports;
  u64 data_length;
  u8 *data;
  Key *owner;
  u64 rent_epoch;
  u8 signs, writable, executable;
} Account;
typedef struct {
  Key *key;
  u8 writable, signs;
} Use;
typedef struct {
  Key *program;
  Use *uses;
  u64 uses_length;
  u8 *data;
  u64 data_length;
} Call;
typedef struct {
  const u8 *at;
  u64 length;
} Seed;
typedef struct {
  const Seed *seeds;
  u64 length;
} Signer;
extern u64 sol_invoke_signed_c(const Call *, const Account *, u64, const Signer *, u64);

enum { BAD_ACCOUNTS = 1, BAD_DATA, BAD_POOL, BAD_VAULT, NOT_SIGNED, BAD_AMOUNT, TOO_LITTLE };
/* The accounts of `route_v2`, and the pool with its two vaults, the one that is paid into first. */
enum { USER, SOURCE, DESTINATION, MINT_IN, MINT_OUT, PROGRAM_IN, PROGRAM_OUT, OTHER_DESTINATION, EVENTS, SELF, POOL, VAULT_IN, VAULT_OUT, COUNT };
/* What a pool keeps: its vaults, their mints in the same order, and the bump of its own address. */
enum { VAULT_A = 0, VAULT_B = 32, MINT_A = 64, MINT_B = 96, BUMP = 128, POOL_LENGTH = 129 };

/* Nothing is large enough for the stack of a program, and nothing may be kept outside of it: it all stands on the heap. */
typedef struct {
  Account accounts[COUNT];
  Use uses[4];
  Call call;
  Seed seeds[4];
  Signer signer;
  u8 data[16];
  u8 word[8];
} Heap;

#define INLINE static inline __attribute__((always_inline))

INLINE int same(const Key *one, const Key *other) {
  const u64 *a = (const u64 *)one, *b = (const u64 *)other;
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
}

INLINE u64 read_le(const u8 *at, int size) {
  u64 value = 0;
  for (int i = size - 1; i >= 0; i--) value = (value << 8) | at[i];
  return value;
}

INLINE void write_u64(u8 *at, u64 value) {
  for (int i = 0; i < 8; i++) at[i] = (u8)(value >> (8 * i));
}

typedef struct {
  u64 high, low;
} Wide;

INLINE Wide multiply(u64 a, u64 b) {
  u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
  u64 low = a0 * b0, left = a1 * b0, right = a0 * b1;
  u64 middle = (low >> 32) + (u32)left + (u32)right;
  Wide product = {a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32), (middle << 32) | (u32)low};
  return product;
}

/* Bit by bit; the quotient has to fit into 64. */
INLINE u64 divide(Wide dividend, Wide divisor) {
  u64 quotient = 0, high = 0, low = 0;
  for (int bit = 127; bit >= 0; bit--) {
    high = (high << 1) | (low >> 63);
    low = (low << 1) | ((bit >= 64 ? dividend.high >> (bit - 64) : dividend.low >> bit) & 1);
    quotient <<= 1;
    if (high > divisor.high || (high == divisor.high && low >= divisor.low)) {
      high -= divisor.high + (low < divisor.low);
      low -= divisor.low;
      quotient |= 1;
    }
  }
  return quotient;
}

/* What comes out of a pool with so much on either side. */
INLINE u64 bought(u64 paid, u64 in, u64 out) {
  u64 kept = paid * 997;
  Wide divisor = multiply(in, 1000);
  divisor.low += kept;
  divisor.high += divisor.low < kept;
  return divide(multiply(kept, out), divisor);
}

INLINE void use(Use *to, Key *key, u8 writable, u8 signs) {
  to->key = key;
  to->writable = writable;
  to->signs = signs;
}

__attribute__((section(".text"))) u64 entrypoint(const u8 *input) {
  Heap *heap = (Heap *)0x300000000ULL;
  Account *accounts = heap->accounts;
  if (*(const u64 *)input != COUNT) return BAD_ACCOUNTS;
  input += 8;
  for (u64 i = 0; i < COUNT; i++) {
    Account *account = &accounts[i];
    if (input[0] != 255) { /* one that was there before: only its number is told */
      if (input[0] >= i) return BAD_ACCOUNTS;
      *account = accounts[input[0]];
      input += 8;
      continue;
    }
    account->signs = input[1];
    account->writable = input[2];
    account->executable = input[3];
    account->key = (Key *)(input + 8);
    account->owner = (Key *)(input + 40);
    account->lamports = (u64 *)(input + 72);
    account->data_length = *(const u64 *)(input + 80);
    account->data = (u8 *)(input + 88);
    /* Room to grow follows, up to a multiple of eight. */
    input = (const u8 *)(((u64)input + 88 + account->data_length + 10240 + 7) & ~7ULL);
    account->rent_epoch = *(const u64 *)input;
    input += 8;
  }
  u64 length = *(const u64 *)input;
  const u8 *data = input + 8;
  Key *self = (Key *)(data + length);

  /* route_v2(in_amount, quoted_out_amount, slippage_bps, platform_fee_bps, positive_slippage_bps, route_plan) */
  if (length < 34 || read_le(data, 8) != 0x14afc431ccfa64bbULL) return BAD_DATA;
  u64 paid = read_le(data + 8, 8), quoted = read_le(data + 16, 8), slippage = read_le(data + 24, 2);
  if (read_le(data + 26, 4) != 0 || slippage > 10000) return BAD_DATA; /* nobody keeps a fee here */
  if (!same(accounts[OTHER_DESTINATION].key, self)) return BAD_ACCOUNTS;

  Account *pool = &accounts[POOL], *in = &accounts[VAULT_IN], *out = &accounts[VAULT_OUT], *user = &accounts[USER];
  if (pool->data_length != POOL_LENGTH || !same(pool->owner, self)) return BAD_POOL;
  const Key *vault_a = (const Key *)(pool->data + VAULT_A), *vault_b = (const Key *)(pool->data + VAULT_B);
  int is_forward = same(in->key, vault_a) && same(out->key, vault_b);
  if (!is_forward && !(same(in->key, vault_b) && same(out->key, vault_a))) return BAD_VAULT;
  if (!same(accounts[PROGRAM_IN].key, in->owner) || !same(accounts[PROGRAM_OUT].key, out->owner)) return BAD_VAULT;
  const Key *mint_in = (const Key *)(pool->data + (is_forward ? MINT_A : MINT_B));
  const Key *mint_out = (const Key *)(pool->data + (is_forward ? MINT_B : MINT_A));
  if (!same(accounts[MINT_IN].key, mint_in) || !same(accounts[MINT_OUT].key, mint_out)) return BAD_VAULT;
  if (!user->signs) return NOT_SIGNED;

  u64 reserve_in = read_le(in->data + 64, 8), reserve_out = read_le(out->data + 64, 8);
  if (!paid || paid >> 50 || quoted >> 50 || !reserve_in || reserve_in >> 50 || !reserve_out) return BAD_AMOUNT;
  u64 received = bought(paid, reserve_in, reserve_out);
  if (!received || received < quoted * (10000 - slippage) / 10000) return TOO_LITTLE;

  /* Transfer of the token program, by the user into one vault, and by the pool out of the other. */
  heap->data[0] = 3;
  heap->call.uses = heap->uses;
  heap->call.uses_length = 3;
  heap->call.data = heap->data;
  heap->call.data_length = 9;

  write_u64(heap->data + 1, paid);
  use(&heap->uses[0], accounts[SOURCE].key, 1, 0);
  use(&heap->uses[1], in->key, 1, 0);
  use(&heap->uses[2], user->key, 0, 1);
  heap->call.program = accounts[PROGRAM_IN].key;
  u64 failure = sol_invoke_signed_c(&heap->call, accounts, COUNT, 0, 0);
  if (failure) return failure;

  write_u64(heap->data + 1, received);
  use(&heap->uses[0], out->key, 1, 0);
  use(&heap->uses[1], accounts[DESTINATION].key, 1, 0);
  use(&heap->uses[2], pool->key, 0, 1);
  heap->call.program = accounts[PROGRAM_OUT].key;
  heap->word[0] = 'p';
  heap->word[1] = 'o';
  heap->word[2] = 'o';
  heap->word[3] = 'l';
  heap->seeds[0].at = heap->word;
  heap->seeds[0].length = 4;
  heap->seeds[1].at = pool->data + MINT_A;
  heap->seeds[1].length = 32;
  heap->seeds[2].at = pool->data + MINT_B;
  heap->seeds[2].length = 32;
  heap->seeds[3].at = pool->data + BUMP;
  heap->seeds[3].length = 1;
  heap->signer.seeds = heap->seeds;
  heap->signer.length = 4;
  return sol_invoke_signed_c(&heap->call, accounts, COUNT, &heap->signer, 1);
}
