import type { WriteStep } from './port.ts';

const waitSeconds = 8;

/** BXML (https://dev.bandwidth.com/docs/voice/bxml), written by the SDK, which is loaded when it is first needed. */
export const writeBxml: WriteStep = async (step, signIn) => {
  const { Bxml } = await import('bandwidth-sdk/dist/models/bxml/index.js');
  const signedIn = signIn ?? {};
  const response = new Bxml.Response();
  switch (step.kind) {
    case 'forward':
      response.addVerbs(
        new Bxml.Transfer(
          { transferCallerId: step.callerId, callTimeout: step.ringSeconds },
          new Bxml.PhoneNumber(step.to, {
            ...signedIn,
            transferDisconnectUrl: step.endedUrl,
            ...(step.whisperUrl === null ? {} : { transferAnswerUrl: step.whisperUrl }),
          }),
        ),
      );
      break;
    case 'ask':
      response.addVerbs(
        new Bxml.Gather(
          { ...signedIn, maxDigits: 1, firstDigitTimeout: waitSeconds, gatherUrl: step.answerUrl },
          // The SDK takes what looks like a tag for one.
          new Bxml.SpeakSentence(step.words.replace(/[<>]/g, ' ')),
        ),
      );
      break;
    case 'connect':
      break;
    case 'hang-up':
    // It has no busy signal: a call that is not answered is not charged either.
    case 'busy':
      response.addVerbs(new Bxml.Hangup());
      break;
    default:
      return step satisfies never;
  }
  return response.toBxml();
};
