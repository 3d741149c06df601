import '../../../email-templates/email-templates.css';
import { Button, Modal, Tabs, TextInput } from '@mantine/core';
import { IconLayoutGrid, IconPencil } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { type EmailDesign, emptyDesign, mergeFieldsOf, starters } from '../../../../../api/contract/email-design.ts';
import { asList, useRead } from '../../../../api/read.ts';
import { useApp } from '../../../../app/context.tsx';
import { Thumb } from '../../../../email-editor/Thumb.tsx';
import { designOf } from '../../../email-templates/useTemplateDraft.ts';
import { here } from '../look.tsx';
import { t } from '../texts.ts';
import { MergeMenu, notHere } from './MergeMenu.tsx';
import { type MailContent, useDesign } from './useDesign.ts';

/** Phones show about so many characters of a subject. */
const shownOnPhones = 45;

/** What a mail says before it is opened, and how it looks when it is. `variant`: its place among the variants. */
export function MailBox({
  id,
  variant,
  content,
  put,
  save,
}: {
  readonly id: string;
  readonly variant: number;
  readonly content: MailContent;
  readonly put: (content: MailContent) => void;
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
        <MergeMenu onPick={insert} />
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

/** Those that ask for nothing that a broadcast does not know, as a coupon of one’s own. */
const usable = starters.filter(
  ({ design, subject }) => !mergeFieldsOf(design, subject).some((field) => notHere.has(field)),
);

/** Where a design can begin: a template of one's own or of the agency, or one that the product brings. Always a copy. */
function ChooseDesign({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (id: string, subject: string) => void;
}) {
  const { client, run } = useApp();
  const own = useRead('/email-templates', { query: { kind: 'mail', per_page: 60 } }, asList).data?.data ?? [];
  const [busy, setBusy] = useState(false);
  const make = (from: () => Promise<{ readonly data: { readonly id: string } }>, subject: string) => {
    if (busy) return;
    setBusy(true);
    void run(async () => {
      const { data } = await from();
      onMade(data.id, subject);
    }).finally(() => {
      setBusy(false);
    });
  };
  const begin = (name: string, subject: string, design: EmailDesign) => {
    make(
      () =>
        client.post('/email-templates', {
          body: { name, subject, kind: 'broadcast', design: { ...design } },
          quiet: true,
        }),
      subject,
    );
  };
  const tile = (key: string, title: string, about: string, design: EmailDesign, pick: () => void) => (
    <li key={key}>
      <button type="button" onClick={pick} aria-busy={busy}>
        <Thumb design={design} />
        <strong>{title}</strong>
        <span className="muted">{about}</span>
      </button>
    </li>
  );
  return (
    <Modal opened onClose={onClose} size="xl" title={t('bc.mail.choose')}>
      <Tabs defaultValue={own.length > 0 ? 'own' : 'starters'} key={own.length > 0 ? 'own' : 'starters'}>
        <Tabs.List mb="md">
          {own.length > 0 && <Tabs.Tab value="own">{t('bc.mail.own')}</Tabs.Tab>}
          <Tabs.Tab value="starters">{t('bc.mail.starters')}</Tabs.Tab>
        </Tabs.List>
        {own.length > 0 && (
          <Tabs.Panel value="own">
            <ul className="et-gallery">
              {own.map((template) =>
                tile(template.id, template.name, template.subject, designOf(template), () => {
                  make(
                    () =>
                      client.post('/email-templates/{id}/duplicate', {
                        params: { id: template.id },
                        body: { name: template.name, kind: 'broadcast' },
                        quiet: true,
                      }),
                    template.subject,
                  );
                }),
              )}
            </ul>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="starters">
          <ul className="et-gallery">
            {tile('blank', t('bc.mail.blank'), t('bc.mail.blankText'), emptyDesign(), () => {
              begin(t('bc.mail.blank'), '', emptyDesign());
            })}
            {usable.map(({ id, name, about, subject, design }) =>
              tile(id, name, about, design, () => {
                begin(name, subject, design);
              }),
            )}
          </ul>
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
