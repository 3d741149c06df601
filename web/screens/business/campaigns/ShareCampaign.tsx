import './campaigns.css';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconExternalLink, IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { z } from 'zod';
import type { Campaign, CampaignScript } from '../../../../api/contract/campaigns.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { CopyField } from '../../../components/CopyField.tsx';
import { Note } from '../../../components/form/Form.tsx';
import { QrCode, qrSvg } from '../../../components/QrCode.tsx';
import { count } from '../../../format/number.ts';
import { phone } from '../../../format/phone.ts';
import { CampaignFrame } from './CampaignHead.tsx';
import { t } from './texts.ts';
import { builderPath } from './useCampaignActions.tsx';

type Embed = z.output<typeof CampaignScript>['data'];

/** /business/campaigns/{id} */
export default function ShareCampaign() {
  const id = useRouteParam('id');
  return (
    <CampaignFrame id={id} tab="">
      {(campaign) => <Share campaign={campaign} />}
    </CampaignFrame>
  );
}

function Share({ campaign }: { readonly campaign: Campaign }) {
  const { id, page, keyword, phone_number: number } = campaign;
  const uniqueId = useRead('/coupons/{id}/unique-id', { params: { id } }).data?.data.unique_id;
  const popup = page.kind === 'popup';
  const embed = useRead('/coupons/{id}/script', page.link === null && !popup ? null : { params: { id } }).data?.data;
  const sms = number === null ? null : `sms:${number}?&body=${encodeURIComponent(keyword)}`;
  return (
    <>
      <dl className="cmp-figures">
        {(
          [
            ['share.members', campaign.members],
            ['share.optIns', campaign.opt_ins],
            ['share.week', campaign.opt_ins_week],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="bk-card">
            <dt>{t(label)}</dt>
            <dd className="num">{count(value)}</dd>
          </div>
        ))}
      </dl>
      {(page.link !== null || popup) && page.version === null && (
        <Note
          tone="warning"
          icon={<IconInfoCircle size={18} aria-hidden />}
          action={
            <Button component={Link} href={builderPath(page.kind, id)} size="xs" variant="default">
              {t('share.publishIt')}
            </Button>
          }
        >
          {t(popup ? 'share.popupNotPublished' : 'share.notPublished')}
        </Note>
      )}
      <div className="cmp-share">
        <div className="stack">
          {sms === null && (
            <section className="bk-card">
              <h2>{t('share.keyword')}</h2>
              <p className="muted">{t('share.keywordWaits', { keyword })}</p>
            </section>
          )}
          {page.link !== null && (
            <section className="bk-card">
              <h2>{t('share.link')}</h2>
              <p className="muted">{t('share.linkText')}</p>
              <CopyField label={t('share.link')} value={page.link} />
            </section>
          )}
          {page.link !== null && <ByEmail id={id} ready={page.version !== null} />}
          {embed !== undefined && popup && <Widget embed={embed} published={page.version !== null} />}
          {embed !== undefined && !popup && (
            <section className="bk-card">
              <h2>{t('share.embed')}</h2>
              <p className="muted">{t('share.embedText')}</p>
              <CopyField label={t('share.embed')} value={embed.script} />
            </section>
          )}
          {uniqueId !== undefined && (
            <section className="bk-card">
              <h2>{t('share.uniqueId')}</h2>
              <p className="muted">{t('share.uniqueIdText')}</p>
              <CopyField label={t('share.uniqueId')} value={uniqueId} />
            </section>
          )}
        </div>
        <div className="codes">
          {page.link !== null && (
            <Code title={t('share.qr')} text={t('share.qrText')} value={page.link} file={campaign.name} />
          )}
          {sms !== null && (
            <Code
              title={t('share.keyword')}
              text={t('share.keywordText', { keyword, number: phone(number) })}
              value={sms}
              file={`${campaign.name} ${keyword}`}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** How a popup comes onto a site: one line, where to try it, and how to see a draft where it will be. */
function Widget({ embed, published }: { readonly embed: Embed; readonly published: boolean }) {
  return (
    <>
      <section className="bk-card">
        <h2>{t('share.embed')}</h2>
        <p className="muted">{t('share.widgetText')}</p>
        <CopyField label={t('share.embed')} value={embed.script} />
        <p className="muted">{t('share.widgetPolicy', { host: new URL(embed.link).host })}</p>
      </section>
      <section className="bk-card">
        <h2>{t('share.sample')}</h2>
        <p className="muted">{t(published ? 'share.sampleText' : 'share.sampleDraftText')}</p>
        <Button
          component="a"
          href={embed.link}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('share.sampleOpen')}
        </Button>
      </section>
      {embed.preview !== null && (
        <section className="bk-card">
          <h2>{t('share.draft')}</h2>
          <p className="muted">{t('share.draftText')}</p>
          <CopyField label={t('share.draft')} value={embed.preview} />
        </section>
      )}
    </>
  );
}

/** px: of the picture for screens and offices. */
const pngSide = 1024;

function Code({
  title,
  text,
  value,
  file,
}: {
  readonly title: string;
  readonly text: string;
  readonly value: string;
  readonly file: string;
}) {
  const drawing = useRef<HTMLDivElement>(null);
  const svg = (): string | null => {
    const element = drawing.current?.querySelector('svg.bk-qr');
    return element instanceof SVGSVGElement ? qrSvg(element) : null;
  };
  const save = (blob: Blob, ending: string) => {
    const address = URL.createObjectURL(blob);
    Object.assign(document.createElement('a'), { href: address, download: `${file}.${ending}` }).click();
    URL.revokeObjectURL(address);
  };
  const asPng = () => {
    const source = svg();
    if (source === null) return;
    const image = new Image();
    image.onload = () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: pngSide, height: pngSide });
      const context = canvas.getContext('2d')!;
      context.imageSmoothingEnabled = false;
      context.drawImage(image, 0, 0, pngSide, pngSide);
      canvas.toBlob((blob) => {
        if (blob !== null) save(blob, 'png');
      });
    };
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  };
  return (
    <section className="bk-card cmp-code">
      <h2>{title}</h2>
      <p className="muted">{text}</p>
      <div ref={drawing} className="drawing">
        <QrCode value={value} label={t('share.codeOf', { what: file })} size={220} />
      </div>
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => {
            const source = svg();
            if (source !== null) save(new Blob([source], { type: 'image/svg+xml' }), 'svg');
          }}
        >
          {t('share.svg')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={asPng}>
          {t('share.png')}
        </Button>
      </div>
    </section>
  );
}

function ByEmail({ id, ready }: { readonly id: string; readonly ready: boolean }) {
  const { client, run } = useApp();
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <section className="bk-card">
      <h2>{t('share.email')}</h2>
      <p className="muted">{t('share.emailText')}</p>
      <form
        className="cmp-line"
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          void run(async () => {
            await client.post('/coupons/{id}/send-email', { params: { id }, body: { email } });
            setEmail('');
          }).finally(() => {
            setBusy(false);
          });
        }}
      >
        <TextInput
          type="email"
          aria-label={t('share.emailField')}
          placeholder="friend@example.com"
          value={email}
          disabled={!ready}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
          }}
        />
        <Button type="submit" loading={busy} disabled={!ready || !email.includes('@')}>
          {t('share.send')}
        </Button>
      </form>
    </section>
  );
}
