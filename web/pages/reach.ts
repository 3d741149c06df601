import { contactAddress } from '../../api/contract/page-model.ts';
import { webAddress } from './address.ts';

/**
 * How a phone reaches somebody: a number to call or text, an email address; else as `webAddress`. In a file of its own:
 * a popup's script knows addresses, and has no room for the model of pages.
 */
export const reachAddress = (address: string): string | null =>
  contactAddress.test(address.trim()) ? address.trim() : webAddress(address);
