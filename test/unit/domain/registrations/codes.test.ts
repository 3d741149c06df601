import { describe, expect, it } from 'vitest';
import { plainReason } from '../../../../domain/messages/carrier-errors.ts';
import { StoredAddress, storedBrand, storedCampaign } from '../../../../domain/registrations/a2p/fields.ts';
import { carrierCode, sendingCodes, unregisteredCodes } from '../../../../domain/registrations/codes.ts';
import { StoredTollfreeForm } from '../../../../domain/registrations/tollfree/fields.ts';
import { reactionTo } from '../../../../workers/delivery/text/carrier-errors.ts';
import { words as standIn } from '../../../../sandbox/registrations/verdicts.ts';

/** The codes that the carriers' documentation gives about registration. */
const documented = [
  ...[21724, 30023, 30032, 30034, 30475, 30481, 30501, 30544, 30795, 30801, 30824, 30874, 30879, 30882, 30883, 30884],
  ...[30885, 30886, 30890, 30892, 30893, 30895, 30896, 30898, 30899, 30900, 30901, 30902, 30905, 30908, 30909, 30915],
  ...[30460, 30461, 30462, 30463, 30464, 30465, 30466],
];
const fields = new Set([
  ...Object.keys(storedBrand),
  ...Object.keys(storedCampaign),
  ...Object.keys(StoredAddress.shape).map((name) => `address.${name}`),
]);

describe('a carrier’s code', () => {
  it.each(documented)('%i says what happened, what to do and at which field', (code) => {
    const known = carrierCode(code);
    expect(known).not.toBeNull();
    expect(carrierCode(String(code))).toBe(known);
    expect(known!.text).toMatch(/\.$/);
    expect(known!.cure).toMatch(/\.$/);
    expect((known!.fields ?? []).filter((name) => !fields.has(name))).toEqual([]);
    if (known!.tollfreeField !== undefined) expect(StoredTollfreeForm.shape).toHaveProperty(known!.tollfreeField);
  });

  it('that no one has documented is not known', () => {
    expect([carrierCode(39_999), carrierCode(null), carrierCode('toString')]).toEqual([null, null, null]);
  });

  it('is known for every refusal of the stand-in', () => {
    expect(Object.keys(standIn).filter((code) => carrierCode(code) === null)).toEqual([]);
  });

  it('with which texts are refused holds the sender, in the same words', () => {
    expect(unregisteredCodes).toEqual([30032, 30034]);
    expect(sendingCodes.map(({ code }) => [reactionTo(code), plainReason(code)])).toEqual(
      sendingCodes.map(({ sender, text }) => [sender, text]),
    );
    expect([reactionTo(30023), reactionTo(30034)]).toEqual(['day-full', 'block-sender']);
  });
});
