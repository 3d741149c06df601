import type { BroadcastContent } from '../../../../../api/contract/broadcasts.ts';
import type { EmailDesign } from '../../../../../api/contract/email-design.ts';
import type { EmailTemplate } from '../../../../../api/contract/email-templates.ts';
import { useRead } from '../../../../data/read.ts';
import { storedDesign } from '../../../../email-editor/design.ts';

export type EmailContent = Extract<BroadcastContent, { kind: 'mail' }>;

/** An email's design with the preview line of its content, as it is sent. `template` null: none chosen, or not there yet. */
export function useDesign(content: EmailContent | null): {
  readonly template: EmailTemplate | null;
  readonly design: EmailDesign | null;
  /** It was chosen, and is gone. */
  readonly gone: boolean;
} {
  const id = content?.design_id ?? null;
  const { data, error } = useRead('/email-templates/{id}', id === null ? null : { params: { id } });
  const template = data === undefined || id === null || data.data.id !== id ? null : data.data;
  if (template === null) return { template: null, design: null, gone: error !== undefined };
  const design = storedDesign(template);
  const preheader = content?.preheader?.trim() ?? '';
  return {
    template,
    design: preheader === '' ? design : { ...design, settings: { ...design.settings, preheader } },
    gone: false,
  };
}
