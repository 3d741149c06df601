import { describe, expect, it } from 'vitest';
import { chooseKeyword } from '../../../../domain/campaigns/campaign.ts';
import { checkSections } from '../../../../domain/pages/model.ts';
import { pageTemplates } from '../../../../domain/pages/templates.ts';
import { checkTemplate } from '../../../../domain/personalization/text-fields.ts';

const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: unknown, other: unknown): number => {
  const [light, dark] = [luminance(String(one)), luminance(String(other))].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
};

describe('templates', () => {
  it('are at least four for popups', () => {
    expect(pageTemplates.filter(({ kind }) => kind === 'popup').length).toBeGreaterThanOrEqual(4);
  });
  it('are at least twelve, each with a name of its own', () => {
    expect(pageTemplates.length).toBeGreaterThanOrEqual(12);
    expect(new Set(pageTemplates.map(({ id }) => id)).size).toBe(pageTemplates.length);
    expect(new Set(pageTemplates.map(({ name }) => name)).size).toBe(pageTemplates.length);
  });
  it.each(pageTemplates.map((one) => [one.id, one] as const))(
    '%s can be taken as it is, and be read',
    (_, template) => {
      const { kind, sections, keyword, reply } = template;
      const page = checkSections(kind, sections) as Record<string, Record<string, unknown>>;
      expect(chooseKeyword(keyword)).toBe(keyword);
      expect(() => checkTemplate(reply, 'reply')).not.toThrow();
      if (kind === 'popup') {
        const { styling, triggerButton } = page;
        for (const step of [page['emailStep']!, page['phoneStep']!, page['thanksStep']!]) {
          expect(contrast(step['Color'], styling!['BackgroundColor'])).toBeGreaterThanOrEqual(4.5);
          expect(contrast(step['ButtonColor'], step['BackgroundColor'])).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(triggerButton!['Color'], triggerButton!['BackgroundColor'])).toBeGreaterThanOrEqual(4.5);
        return;
      }
      const paper = page['main']!['BackgroundColor'];
      for (const color of [
        page['main']!['HeadingColor'],
        page['main']!['DescriptionColor'],
        page['inputs']!['LabelColor'],
      ])
        expect(contrast(color, paper)).toBeGreaterThanOrEqual(4.5);
      const button = page['actionButton']!;
      expect(contrast(button['Color'], button['BackgroundColor'])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(button['DisclaimerColor'], paper)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
