// @ts-check
// What Stripe's script gives a page (endive), as far as wallets go; script.py calls it with what differs by shop.
// The types are those of Stripe's own package, so that `tsc` refuses what the real script does not know or give.
/** @import * as S from "@stripe/stripe-js" */
/** @typedef {Extract<S.StripeElementsOptionsMode, { mode: "payment" }>} GroupOptions */

(/** @param {{ here: string, key: string, canPay: boolean }} served */ ({ here, key: publicKey, canPay }) => {
  /** @type {readonly (keyof GroupOptions)[]} */
  const GROUP = ["mode", "amount", "currency", "locale", "appearance", "fonts", "paymentMethodCreation", "allowedPaymentMethodTypes",
    "captureMethod", "setupFutureUsage"];
  /** @type {readonly (keyof S.StripeElementsUpdateOptions)[]} */
  const GROUP_CHANGES = ["mode", "amount", "currency", "locale", "appearance"];
  /** @type {readonly (keyof S.StripeExpressCheckoutElementOptions)[]} */
  const BUTTON = ["allowedShippingCountries", "billingAddressRequired", "business", "buttonHeight", "buttonTheme", "buttonType",
    "emailRequired", "layout", "lineItems", "paymentMethodOrder", "paymentMethods", "phoneNumberRequired", "shippingAddressRequired",
    "shippingRates"];
  /** @type {readonly (keyof S.ClickResolveDetails | keyof S.ChangeResolveDetails)[]} */
  const RESOLVED = ["lineItems", "shippingRates"];
  const EVENTS = ["ready", "click", "focus", "blur", "escape", "loaderror", "confirm", "cancel", "shippingaddresschange", "shippingratechange",
    "availablepaymentmethodschange"];
  /** @type {readonly (NonNullable<Parameters<S.StripeExpressCheckoutElementConfirmEvent["paymentFailed"]>[0]>["reason"])[]} */
  const FAILURES = ["fail", "invalid_shipping_address", "invalid_billing_address", "invalid_payment_data", "address_unserviceable"];
  const LEAST_HEIGHT = 40, MOST_HEIGHT = 55, SOON_MS = 1000;
  const OVER_THE_PAGE = { position: "fixed", inset: "0", width: "100%", height: "100%", border: "0", zIndex: "2147483647" };

  /** @param {string} text @returns {never} */
  const refuse = (text) => {
    void fetch(`${here}/script/violation?${new URLSearchParams({ text })}`, { mode: "no-cors" });
    throw new Error(`IntegrationError: ${text}`);
  };
  /** @param {object} given @param {readonly string[]} known @param {string} where */
  const checkNames = (given, known, where) => {
    for (const name of Object.keys(given)) if (!known.includes(name)) refuse(`unknown ${name} in ${where}`);
  };
  /** @param {number | undefined} amount */
  const checkAmount = (amount) => {
    if (!Number.isInteger(amount) || Number(amount) <= 0) refuse(`an amount is a whole number of cents above 0, not ${amount}`);
  };
  /** @param {S.ShippingRate[]} rates */
  const checkRates = (rates) => {
    for (const { id, displayName, amount } of rates) {
      if (typeof id !== "string" || !displayName || !Number.isInteger(amount) || amount < 0) refuse("a rate has an id, a name and an amount in cents");
    }
  };
  /** @param {string} title @param {string} path @param {Partial<CSSStyleDeclaration>} style */
  const framed = (title, path, style) => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { title, src: here + path });
    Object.assign(frame.style, style);
    return frame;
  };

  /** The group of elements that `createPaymentMethod` knows, by what a page holds of it. @type {WeakMap<object, () => string>} */
  const groups = new WeakMap();

  /** @param {GroupOptions} given */
  function elements(given) {
    checkNames(given, GROUP, "elements");
    if (given.mode !== "payment" || given.currency !== "eur") refuse("mode is payment, currency three small letters");
    checkAmount(given.amount);
    let { amount } = given, submitted = false, card = "";

    const group = {
      /** @param {S.StripeElementsUpdateOptions} change */
      update: async (change) => {
        checkNames(change, GROUP_CHANGES, "elements.update");
        if (change.amount !== undefined) checkAmount((amount = change.amount));
      },
      submit: async () => {
        submitted = true;
        return { selectedPaymentMethod: "google_pay" };
      },
      /** @param {string} type @param {S.StripeExpressCheckoutElementOptions} options */
      create: (type, options) => (type === "expressCheckout" ? button(options) : refuse(`no element ${type}`)),
    };
    groups.set(group, () => {
      if (given.paymentMethodCreation !== "manual") refuse("createPaymentMethod wants paymentMethodCreation: manual");
      if (!submitted) refuse("elements.submit() comes before createPaymentMethod");
      return card || refuse("nothing was agreed to");
    });

    /** @param {S.StripeExpressCheckoutElementOptions} options */
    function button(options) {
      checkNames(options, BUTTON, "expressCheckout");
      const height = options.buttonHeight ?? 44;
      if (height < LEAST_HEIGHT || height > MOST_HEIGHT) refuse(`buttonHeight ${height}`);
      const label = options.business?.name ?? "Stripe account";
      /** @type {Record<string, ((event: any) => void)[]>} */
      const listeners = {};
      /** @type {HTMLIFrameElement | undefined} */ let shown;
      /** @type {HTMLIFrameElement | undefined} */ let sheet;
      /** @type {S.ShippingRate[]} */ let rates = options.shippingRates ?? [];

      /** @param {string} name @param {unknown} event */
      const emit = (name, event) => (listeners[name] ?? []).map((one) => one(event)).length > 0;
      /** @param {object} message */
      const tell = (message) => sheet?.contentWindow?.postMessage(message, here);
      const state = () => ({ label, amount, rates, wantsAddress: options.shippingAddressRequired === true });
      /** Called once, in time: the sheet gives up otherwise. @param {string} name @param {(kept: boolean) => void} then */
      const answer = (name, then) => {
        const late = setTimeout(() => refuse(`${name} was not answered in time`), name === "click" ? SOON_MS : 20 * SOON_MS);
        return {
          /** @param {S.ClickResolveDetails | S.ChangeResolveDetails} [details] */
          resolve: (details = {}) => {
            clearTimeout(late);
            checkNames(details, RESOLVED, name);
            if (details.shippingRates) checkRates((rates = details.shippingRates));
            then(true);
          },
          reject: () => {
            clearTimeout(late);
            then(false);
          },
        };
      };
      /** @param {boolean} kept */
      const updated = (kept) => tell({ what: "update", kept, ...state() });
      const open = () => {
        if (options.shippingAddressRequired && rates.length === 0) refuse("who asks for an address has shippingRates");
        sheet = framed("Wallet", `/script/sheet?lang=${document.documentElement.lang}`, OVER_THE_PAGE);
        document.body.append(sheet);
      };

      /** @param {any} data */
      function confirm(data) {
        card = data.card;
        const rate = rates.find(({ id }) => id === data.option);
        /** @type {S.StripeExpressCheckoutElementConfirmEvent} */
        const event = {
          expressPaymentType: "google_pay",
          paymentFailed: ({ reason = "fail" } = {}) => {
            if (!FAILURES.includes(reason)) refuse(`paymentFailed ${reason}`);
            void fetch(`${here}/script/failed?${new URLSearchParams({ reason })}`, { mode: "no-cors" });
            tell({ what: "refused", reason });
          },
          billingDetails: { name: data.address.name, ...(options.emailRequired && { email: data.email }), address: data.address.address },
          ...(options.shippingAddressRequired && { shippingAddress: data.address, ...(rate && { shippingRate: rate }) }),
        };
        if (!emit("confirm", event)) refuse("nobody hears confirm");
      }

      /** @param {MessageEvent} message */
      function hear({ source, origin, data }) {
        if (origin !== here) return;
        if (shown && source === shown.contentWindow && data.what === "click" && !sheet) {
          /** @type {S.StripeExpressCheckoutElementClickEvent} */
          const event = { elementType: "expressCheckout", expressPaymentType: "google_pay", ...answer("click", (kept) => kept && open()) };
          if (!emit("click", event)) open();
        }
        if (!sheet || source !== sheet.contentWindow) return;
        if (data.what === "ready") tell({ what: "open", ...state() });
        if (data.what === "address") {
          // who it is and where exactly is told by `confirm` alone
          const { city, state: region, postal_code, country } = data.address.address;
          /** @type {S.StripeExpressCheckoutElementShippingAddressChangeEvent} */
          const event = { name: data.address.name, address: { city, state: region, postal_code, country }, ...answer("shippingaddresschange", updated) };
          if (!emit("shippingaddresschange", event)) refuse("nobody hears shippingaddresschange");
        }
        if (data.what === "option") {
          const shippingRate = rates.find(({ id }) => id === data.option) ?? refuse("no such rate");
          /** @type {S.StripeExpressCheckoutElementShippingRateChangeEvent} */
          const event = { shippingRate, ...answer("shippingratechange", updated) };
          if (!emit("shippingratechange", event)) updated(true);
        }
        if (data.what === "cancel") {
          sheet.remove();
          sheet = undefined;
          emit("cancel", { elementType: "expressCheckout" });
        }
        if (data.what === "pay") confirm(data);
      }

      const element = {
        /** @param {string} name @param {(event: any) => void} listener */
        on: (name, listener) => {
          if (!EVENTS.includes(name)) refuse(`no event ${name}`);
          (listeners[name] ??= []).push(listener);
          return element;
        },
        /** @param {string | HTMLElement} target */
        mount: (target) => {
          const place = typeof target === "string" ? document.querySelector(target) : target;
          if (!place || place.childElementCount > 0) refuse("an element is mounted in an empty place");
          window.addEventListener("message", hear);
          shown = framed("Google Pay", "/script/button", { width: "100%", height: `${canPay ? height : 1}px`, border: "0", display: "block" });
          shown.addEventListener("load", () => {
            const availablePaymentMethods = { amazonPay: false, applePay: false, googlePay: true, link: false, paypal: false, klarna: false };
            /** @type {S.StripeExpressCheckoutElementReadyEvent} */
            const event = { elementType: "expressCheckout", availablePaymentMethods: canPay ? availablePaymentMethods : undefined };
            emit("ready", event);
          }, { once: true });
          place?.append(shown);
        },
        /** A sheet that is open stays: only the document's end closes what the buyer has agreed to. */
        destroy: () => {
          if (!sheet) window.removeEventListener("message", hear);
          shown?.remove();
        },
      };
      return /** @satisfies {Record<keyof Pick<S.StripeExpressCheckoutElement, "on" | "mount" | "destroy">, unknown>} */ (element);
    }

    return /** @satisfies {Record<keyof Pick<S.StripeElements, "create" | "update" | "submit">, unknown>} */ (group);
  }

  /** @param {S.CreatePaymentMethodFromElements} options @returns {Promise<S.PaymentMethodResult>} */
  async function createPaymentMethod({ elements: group }) {
    const card = (groups.get(group) ?? refuse("createPaymentMethod wants elements"))();
    return { paymentMethod: /** @type {S.PaymentMethod} */ ({ id: card, object: "payment_method", type: "card" }) };
  }

  const named = { Authorization: `Bearer ${publicKey}` };
  /** @param {string} path @param {URLSearchParams} [form] @returns {Promise<S.PaymentIntentResult>} */
  const ask = async (path, form) => {
    const answer = await fetch(`${here}/v1/payment_intents/${path}`, form ? { method: "POST", headers: named, body: form } : { headers: named });
    const content = await answer.json();
    return content.error ? { error: content.error } : { paymentIntent: content };
  };
  /** @param {string} secret */
  const find = (secret) => ask(`${secret.split("_secret_")[0]}?${new URLSearchParams({ client_secret: secret })}`);

  /** 3-D Secure, over the page, until the buyer has answered. @param {string} secret @param {any} intent @returns {Promise<S.PaymentIntentResult>} */
  async function handled(secret, intent) {
    const frame = framed("3D Secure", "", { ...OVER_THE_PAGE, background: "#fff" });
    frame.src = intent.next_action.use_stripe_sdk.stripe_js;
    document.body.append(frame);
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        const found = await find(secret);
        if (found.error) return found;
        const { status, last_payment_error: error } = found.paymentIntent;
        if (status === "requires_payment_method") return { error: /** @type {S.StripeError} */ (error ?? { type: "card_error" }) };
        if (status !== "requires_action") return found;
      }
    } finally {
      frame.remove();
    }
  }

  /** @param {string} secret @param {S.ConfirmCardPaymentData} [data] @param {S.ConfirmCardPaymentOptions} [options] @returns {Promise<S.PaymentIntentResult>} */
  async function confirmCardPayment(secret, data, options = {}) {
    if (typeof secret !== "string" || !secret.includes("_secret_")) refuse("confirmCardPayment wants a client secret");
    const before = await find(secret);
    if (before.error) return before;
    let intent = before.paymentIntent;
    if (intent.status !== "requires_action") {
      const form = new URLSearchParams({ client_secret: secret, use_stripe_sdk: "true" });
      if (typeof data?.payment_method === "string") form.set("payment_method", data.payment_method);
      const after = await ask(`${intent.id}/confirm`, form);
      if (after.error) return after;
      intent = after.paymentIntent;
    }
    return intent.status === "requires_action" && options.handleActions !== false ? handled(secret, intent) : { paymentIntent: intent };
  }

  const given = /** @satisfies {Record<keyof Pick<S.Stripe, "elements" | "createPaymentMethod" | "confirmCardPayment">, unknown>} */ ({
    elements, createPaymentMethod, confirmCardPayment,
  });
  window.Stripe = /** @type {any} */ (/** @param {string} key */ (key) => (key === publicKey ? given : refuse(`another key than the shop's: ${key}`)));
})
