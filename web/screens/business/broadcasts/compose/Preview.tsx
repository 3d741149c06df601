import { useEffect, useMemo, useState } from 'react';
import type { SampleContact } from '../../../../../api/contract/broadcasts.ts';
import {
  fill,
  mergeFields,
  readTemplate,
  sampleValues,
  withPrefix,
} from '../../../../../api/contract/personalization.ts';
import { useApp } from '../../../../session/context.tsx';
import { isAborted } from '../../../../api/errors.ts';
import { phone } from '../../../../format/phone.ts';
import { useProfile } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { PreviewHead, useStepping } from './PreviewHead.tsx';
import type { Draft } from './useDraft.ts';

/** Of somebody made up. */
export const invented = sampleValues(mergeFields([]));

/** What is known already where the draft is not one's own. */
export interface Given {
  readonly samples: readonly SampleContact[];
  readonly sender: string | null;
  readonly business_name: string;
}

/** Some of those who will get it, asked anew when the audience changes; null: they are given. */
export function useSamples(of: Pick<Draft, 'type' | 'audience'> | null): readonly SampleContact[] {
  const { client } = useApp();
  const [samples, setSamples] = useState<readonly SampleContact[]>([]);
  const question = of === null ? null : JSON.stringify({ type: of.type, audience: of.audience });
  useEffect(() => {
    if (question === null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = JSON.parse(question) as Pick<Draft, 'type' | 'audience'>;
      client.post('/broadcasts/samples', { body, signal: abort.signal, quiet: true }).then(
        ({ data }) => {
          setSamples(data);
        },
        (error: unknown) => {
          if (!isAborted(error)) setSamples([]);
        },
      );
    }, 300);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, question]);
  return samples;
}

/** The message as it arrives, for one contact after another. */
export function PhonePreview({
  draft,
  variant,
  given,
  prefix,
}: {
  readonly variant: number;
  /** The name that texts begin with; null: with none, or not known yet. */
  readonly prefix: string | null;
} & (
  | { readonly draft: Pick<Draft, 'type' | 'audience' | 'contents'>; readonly given?: undefined }
  | { readonly draft: Pick<Draft, 'contents'>; readonly given: Given }
)) {
  const asked = useSamples(given === undefined ? draft : null);
  const samples = given?.samples ?? asked;
  const { sample, step } = useStepping(samples);
  const { business } = useProfile();
  const called = given?.business_name ?? business?.name;
  const from = given?.sender ?? business?.phone_number ?? null;
  const content = draft.contents[variant];
  const words = useMemo(() => {
    if (content?.kind !== 'text') return '';
    const values = sample?.values ?? { ...invented, business_name: called ?? invented['business_name'] ?? '' };
    return withPrefix(prefix, fill(readTemplate(content.body).parts, values));
  }, [content, sample, called, prefix]);
  if (content?.kind !== 'text') return null;
  const name = sample === null ? null : (sample.name ?? phone(sample.phone));
  return (
    <section className="bk-card bc-preview">
      <PreviewHead variant={draft.contents.length > 1 ? variant : null} name={name} step={step} />
      <div className="phone">
        <div className="bar">{from === null ? called : phone(from)}</div>
        <div className="screen">
          {content.media.map(({ url }) => (
            <img key={url} src={url} alt="" className="bubble picture" />
          ))}
          {words.trim() === '' && content.media.length === 0 ?
            <p className="faint empty">{t('bc.preview.empty')}</p>
          : words.trim() !== '' && (
              <p className="bubble" dir="auto">
                {words}
              </p>
            )
          }
        </div>
      </div>
    </section>
  );
}
