import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { CodeReply, CounterReply, TillCoupon } from '../../../../api/contract/redemptions.ts';
import { ApiError } from '../../../api/errors.ts';
import { press } from '../../../api/press.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { useTitle } from '../../../session/title.ts';
import { Brand } from '../../../plain/Brand.tsx';
import { GuestButton, TextField } from '../../../plain/fields.tsx';
import { words } from '../../../plain/refusal.ts';
import { Splash } from '../../../plain/Splash.tsx';
import { CouponCard } from './CouponCard.tsx';
import { Pair } from './Pair.tsx';
import { Today } from './Today.tsx';
import { Whose } from './Whose.tsx';
import { canScan } from './scanner.ts';
import { Scanner } from './Scanner.tsx';
import { t } from './texts.ts';
import { forgetTill, keepTill, takeTill } from './till.ts';
import './redemption.css';

type Counted = CounterReply['data'];
type Look = CodeReply['data'];

/** The public redemption page of a business: a till on a device that is one, a look-up for everybody else. */
export default function Redemption() {
  const uniqueId = useRouteParam('unique_id');
  const { client } = useApp();
  const [till, setTill] = useState(() => takeTill(uniqueId, window.location));
  const [counter, setCounter] = useState<Counted | 'gone' | null>(null);
  const [code, setCode] = useState('');
  const [look, setLook] = useState<Look | null>(null);
  const [done, setDone] = useState<TillCoupon | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [scanning, setScanning] = useState(false);
  const key = useRef(press());
  const field = useRef<HTMLInputElement>(null);
  const staff = counter !== null && counter !== 'gone' && counter.till !== null;
  useTitle(t(staff ? 'till.title' : 'till.lookTitle'));

  const refresh = useCallback(async () => {
    try {
      const { data } = await client.post('/tills/counter', { body: { unique_id: uniqueId, till }, quiet: true });
      if (till !== null && data.till === null) {
        forgetTill(uniqueId);
        setTill(null);
        setWrong(t('till.closed'));
      }
      setCounter(data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setCounter('gone');
      else setWrong(words(error));
    }
  }, [client, uniqueId, till]);
  useEffect(() => {
    void refresh();
  }, [refresh]);

  /** One call at a time; what it is refused with is said above. */
  const act = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setWrong(null);
    setNote(null);
    try {
      await work();
    } catch (error) {
      setWrong(refusalOf(error));
    } finally {
      setBusy(false);
    }
  };
  const lookUp = (typed: string) =>
    act(async () => {
      setDone(null);
      setLook(null);
      key.current = press();
      const { data } = await client.get('/coupons/{uniqueId}/code/{code}', {
        params: { uniqueId, code: typed },
        ...(till === null ? {} : { headers: { 'x-till': till } }),
      });
      if (data.status === 'unknown') setWrong(t('till.unknown'));
      else setLook(data);
    });
  const redeem = (whose: { readonly id?: string; readonly campaign_id?: string } = {}) =>
    act(async () => {
      const { data } = await client.post('/coupons/redemption', {
        body: { unique_id: uniqueId, code, redemption_id: key.current, ...(till === null ? {} : { till }), ...whose },
        quiet: true,
      });
      setLook(null);
      setDone(data);
      void refresh();
    });
  const undo = (coupon: TillCoupon) =>
    act(async () => {
      if (till === null || coupon.redemption_id === null) return;
      await client.post('/tills/undo', {
        body: { unique_id: uniqueId, till, id: coupon.id, redemption_id: coupon.redemption_id },
        quiet: true,
      });
      next();
      setNote(t('till.undone'));
      void refresh();
    });
  const pair = (typed: string) =>
    act(async () => {
      const { data } = await client.post('/tills/pair', { body: { unique_id: uniqueId, code: typed }, quiet: true });
      keepTill(uniqueId, data.till);
      next();
      setTill(data.till);
    });
  const next = () => {
    setCode('');
    setLook(null);
    setDone(null);
    setWrong(null);
    setNote(null);
    key.current = press();
    setTimeout(() => field.current?.focus(), 0);
  };

  if (counter === null && wrong === null) return <Splash />;
  if (counter === 'gone')
    return (
      <Frame company={null} till={null}>
        <h1>{t('till.gone')}</h1>
        <p className="soft">{t('till.goneText')}</p>
      </Frame>
    );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') void lookUp(code.trim());
  };
  return (
    <Frame company={counter?.company ?? null} till={counter?.till ?? null}>
      <h1>{t(staff ? 'till.title' : 'till.lookTitle')}</h1>
      <div role="status" aria-live="polite">
        {note !== null && <p className="note">{note}</p>}
      </div>
      {wrong !== null && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      {done !== null ?
        <CouponCard coupon={done} done onUndo={undo} busy={busy}>
          <GuestButton onClick={next}>{t('till.next')}</GuestButton>
        </CouponCard>
      : <>
          <form noValidate onSubmit={onSubmit}>
            <TextField
              ref={field}
              label={t('till.code')}
              value={code}
              onChange={(typed) => {
                setCode(typed);
                setLook(null);
              }}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={40}
              autoFocus
            />
            <div className="buttons">
              <GuestButton type="submit" busy={busy && look === null} plain={look !== null}>
                {t('till.look')}
              </GuestButton>
              {canScan() && (
                <GuestButton
                  plain
                  onClick={() => {
                    setScanning(true);
                  }}
                >
                  {t('till.scan')}
                </GuestButton>
              )}
            </div>
          </form>
          {scanning && (
            <Scanner
              onRead={(read) => {
                setScanning(false);
                if (read === null) return;
                setCode(read);
                void lookUp(read);
              }}
              onFailed={() => {
                setScanning(false);
                setWrong(t('till.noCamera'));
              }}
            />
          )}
          {look !== null && look.status !== 'everybody' && look.status !== 'unknown' && (
            <CouponCard coupon={look.coupon ?? strangers(code, look)} onUndo={undo} busy={busy}>
              {look.redeemable && (
                <GuestButton busy={busy} onClick={() => void redeem()}>
                  {t('till.redeem')}
                </GuestButton>
              )}
              {!look.redeemable && look.status === 'open' && <p className="soft">{t('till.staff')}</p>}
            </CouponCard>
          )}
          {look !== null && look.status === 'everybody' && (
            <Whose
              look={look}
              find={async (campaignId, search) => {
                const { data } = await client.post('/tills/holders', {
                  body: { unique_id: uniqueId, till: till ?? '', campaign_id: campaignId, search },
                  quiet: true,
                });
                return data;
              }}
              busy={busy}
              onRedeem={redeem}
              onUndo={undo}
              onFailed={(error) => {
                setWrong(refusalOf(error));
              }}
            />
          )}
        </>
      }
      {counter !== null && till === null && <Pair busy={busy} onPair={pair} />}
      {counter !== null && counter.till !== null && <Today coupons={counter.today} busy={busy} onUndo={undo} />}
    </Frame>
  );
}

/** What somebody without a till sees of a coupon. */
const strangers = (code: string, look: Look): TillCoupon => ({
  id: '',
  code: code.toUpperCase(),
  title: look.title ?? '',
  status: look.status as TillCoupon['status'],
  expires: look.expires,
  redeemed: look.redeemed,
  expires_at: look.expires_at,
  holder: null,
  redeemed_at: look.redeemed_at,
  redeemed_time: null,
  place: null,
  redemption_id: null,
  undo_until: null,
});

/** When and where it was used is told to the second till; all else in the words of the refusal. */
function refusalOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'coupon_used') {
    const used = (error.body as { redeemed?: { when: string | null; till: string | null } }).redeemed;
    if (used?.when != null) {
      const { when } = used;
      return used.till === null ? t('till.usedWhen', { when }) : t('till.usedAt', { when, where: used.till });
    }
  }
  return words(error);
}

function Frame({
  company,
  till,
  children,
}: {
  readonly company: string | null;
  readonly till: string | null;
  readonly children: ReactNode;
}) {
  return (
    <main className="bk-till">
      <header>
        {company === null ?
          <Brand />
        : <strong className="company">{company}</strong>}
        {till !== null && <span className="place">{till}</span>}
      </header>
      {children}
    </main>
  );
}
