import type { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { Wallet } from '../../domain/wallets/wallet.ts';
import { question } from '../kernel/command.ts';

/** A payer's wallet as it is now. */
export const walletOf = question((world, payer: Payer) => world.loadState(streams.wallet(payer), Wallet));
