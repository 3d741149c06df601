/**
 * Names the code that folds a wallet: a digest of it, which a test holds. Snapshots of another fold are made again from
 * the stream.
 */
export const walletFold = '116fc298a48e0f6f';
