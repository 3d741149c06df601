import { describe, expect, it } from 'vitest';
import { upcomingSteps } from '../../../../domain/automations/document/upcoming-steps.ts';
import type { Document } from '../../../../domain/automations/document/document.ts';
import { AutomationSigning, changeSigning, generationsAt } from '../../../../domain/automations/hooks/signing.ts';
import { automationTemplates } from '../../../../domain/automations/document/templates.ts';

describe('the secret that automations sign with', () => {
  const at = '2026-05-01T12:00:00.000Z';
  const changed = changeSigning(
    { businessId: '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90' as never, now: at },
    AutomationSigning.initial,
  ).reduce(AutomationSigning.evolve, AutomationSigning.initial);
  it('is one from the start, and for a day after a change the one before is good as well', () => {
    expect(generationsAt(AutomationSigning.initial, new Date(at))).toEqual([0]);
    expect(generationsAt(changed, new Date('2026-05-02T11:59:59.999Z'))).toEqual([1, 0]);
    expect(generationsAt(changed, new Date('2026-05-02T12:00:00.000Z'))).toEqual([1]);
  });
});

describe('what somebody comes by first', () => {
  const template = (key: string): Document => automationTemplates.find((one) => one.key === key)!.document;
  it('is told to the first step at which ways part', () => {
    const { steps, goesOn } = upcomingSteps(template('win-back'), 5);
    expect([steps.map(({ kind }) => kind), goesOn]).toEqual([['Wait'], true]);
  });
  it('is told to so many steps, without those that are switched off or only lead elsewhere', () => {
    const a = { kind: 'Tag', name: null, off: false, change: 'add', tag: 'x' } as const;
    const nodes = {
      '1': { ...a, to: { next: '2', failed: null } },
      '2': { ...a, off: true, to: { next: '3', failed: null } },
      '3': { kind: 'GoTo', name: null, off: false, to: { next: '4' } },
      '4': { ...a, to: { next: '1', failed: null } },
    };
    const document = { triggers: [], reentry: { kind: 'once' }, start: '1', nodes } as unknown as Document;
    expect(upcomingSteps(document, 5)).toMatchObject({ steps: [{ kind: 'Tag' }, { kind: 'Tag' }], goesOn: false });
    expect(upcomingSteps(document, 1)).toMatchObject({ steps: [{ kind: 'Tag' }], goesOn: true });
  });
});
