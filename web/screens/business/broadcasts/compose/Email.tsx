import '../../../email-templates/email-templates.css';
import { Button, TextInput } from '@mantine/core';
import { IconLayoutGrid, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { Thumb } from '../../../../email-editor/Thumb.tsx';
import { here } from '../presentation.tsx';
import { t } from '../texts.ts';
import { ChooseDesign } from './ChooseDesign.tsx';
import { hiddenFor, MergeMenu } from './MergeMenu.tsx';
import { type EmailContent, useDesign } from './useDesign.ts';

/** Phones show about so many characters of a subject. */
const shownOnPhones = 45;

/** What an email says before it is opened, and how it looks when it is. `variant`: its place among the variants. */
export function EmailBox({
  id,
  variant,
  content,
  campaignId,
  put,
  save,
}: {
  readonly id: string;
  readonly variant: number;
  readonly content: EmailContent;
  readonly campaignId: string | null;
  readonly put: (content: EmailContent) => void;
  readonly save: () => Promise<boolean>;
}) {
  const subject = content.subject ?? '';
  const { template, design, gone } = useDesign(content);
  const [choosing, choose] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const insert = (tag: string) => {
    const [from, to] = [field.current?.selectionStart ?? subject.length, field.current?.selectionEnd ?? subject.length];
    put({ ...content, subject: subject.slice(0, from) + tag + subject.slice(to) });
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + tag.length, from + tag.length);
    });
  };
  return (
    <div className="bc-mail">
      <div className="subject">
        <TextInput
          ref={field}
          id="bc-subject"
          label={t('bc.mail.subject')}
          description={
            subject.length > shownOnPhones ?
              t('bc.mail.subjectLong', { count: subject.length })
            : t('bc.mail.subjectText')
          }
          value={subject}
          maxLength={200}
          onChange={(event) => {
            put({ ...content, subject: event.currentTarget.value });
          }}
        />
        <MergeMenu hidden={hiddenFor(campaignId)} onPick={insert} />
      </div>
      <TextInput
        id="bc-preheader"
        label={t('bc.mail.preheader')}
        description={t('bc.mail.preheaderText')}
        placeholder={design?.settings.preheader ?? ''}
        value={content.preheader ?? ''}
        maxLength={200}
        onChange={(event) => {
          put({ ...content, preheader: event.currentTarget.value });
        }}
      />
      <div className="design" id="bc-design">
        {template !== null && design !== null ?
          <>
            {/* The same as the button beside it, for those who point: what the picture says is no name of a link. */}
            <Link className="look" href={`${here}/${id}/edit?design=${variant}`} tabIndex={-1} aria-hidden>
              <Thumb design={design} />
            </Link>
            <div className="acts">
              <b>{t('bc.mail.design')}</b>
              <span className="muted">{t('bc.mail.designText')}</span>
              <span className="buttons">
                <Button
                  component={Link}
                  href={`${here}/${id}/edit?design=${variant}`}
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => void save()}
                >
                  {t('bc.mail.edit')}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconLayoutGrid size={16} aria-hidden />}
                  onClick={() => {
                    choose(true);
                  }}
                >
                  {t('bc.mail.other')}
                </Button>
              </span>
            </div>
          </>
        : <div className="acts none">
            <b>{t(gone ? 'bc.mail.gone' : 'bc.mail.none')}</b>
            <span className="muted">{t('bc.mail.noneText')}</span>
            <Button
              leftSection={<IconLayoutGrid size={16} aria-hidden />}
              onClick={() => {
                choose(true);
              }}
            >
              {t('bc.mail.choose')}
            </Button>
          </div>
        }
      </div>
      {choosing && (
        <ChooseDesign
          without={hiddenFor(campaignId)}
          onClose={() => {
            choose(false);
          }}
          onMade={(design_id, words) => {
            put({ ...content, design_id, subject: subject.trim() === '' ? words : content.subject });
            choose(false);
          }}
        />
      )}
    </div>
  );
}
