// What Stripe's script gives a page (endive), as far as wallets go. HERE, KEY and CAN_PAY are put in by script.py.
(() => {
  const EVENTS = ["paymentmethod", "shippingaddresschange", "shippingoptionchange", "cancel"];
  const OPTIONS = ["country", "currency", "total", "displayItems", "requestPayerName", "requestPayerEmail", "requestPayerPhone",
    "requestShipping", "shippingOptions", "disableWallets"];

  const refuse = (text) => {
    void fetch(`${HERE}/script/violation?${new URLSearchParams({ text })}`, { mode: "no-cors" });
    throw new Error(`IntegrationError: ${text}`);
  };
  const checkTotal = (total) => {
    if (typeof total?.label !== "string" || !Number.isInteger(total.amount) || total.amount < 0) refuse("total has a label and an amount in cents");
  };
  const checkOptions = (options) => {
    for (const one of options) if (typeof one.id !== "string" || !one.label || !Number.isInteger(one.amount)) refuse("a shipping option has an id, a label and an amount in cents");
  };

  function paymentRequest(given) {
    for (const name of Object.keys(given)) if (!OPTIONS.includes(name)) refuse(`unknown option ${name}`);
    if (!/^[A-Z]{2}$/.test(given.country) || given.currency !== "eur") refuse("country as two capitals, currency as three small letters");
    checkTotal(given.total);
    if (given.requestShipping && !given.shippingOptions?.length) refuse("who asks for shipping has shippingOptions");
    checkOptions(given.shippingOptions ?? []);
    let { total, shippingOptions = [] } = given;
    let asked = false, frame;
    const listeners = {};

    const emit = (name, event) => {
      const known = listeners[name] ?? [];
      for (const one of known) one(event);
      return known.length > 0;
    };
    const tell = (message) => frame?.contentWindow.postMessage(message, HERE);
    const close = () => {
      window.removeEventListener("message", hear);
      frame?.remove();
      frame = undefined;
    };
    const shown = () => ({ total, shippingOptions, requestShipping: given.requestShipping === true });

    /** For events that the page answers; as the real sheet, it gives up on a page that does not. */
    const updatable = (more) => ({
      ...more,
      updateWith: (details) => {
        if (!["success", "fail", "invalid_shipping_address"].includes(details.status)) refuse(`updateWith ${details.status}`);
        if (details.total) checkTotal((total = details.total));
        if (details.shippingOptions) checkOptions((shippingOptions = details.shippingOptions));
        tell({ what: "update", status: details.status, ...shown() });
      },
    });

    function hear({ source, origin, data }) {
      if (!frame || origin !== HERE || source !== frame.contentWindow) return;
      const { what } = data;
      if (what === "ready") tell({ what: "open", ...shown() });
      if (what === "address" && !emit("shippingaddresschange", updatable({ shippingAddress: data.address }))) refuse("nobody hears shippingaddresschange");
      if (what === "option") emit("shippingoptionchange", updatable({ shippingOption: shippingOptions.find(({ id }) => id === data.option) }));
      if (what === "cancel") {
        close();
        emit("cancel");
      }
      if (what === "pay") {
        emit("paymentmethod", {
          paymentMethod: { id: data.card, object: "payment_method", type: "card" },
          payerName: given.requestPayerName ? data.name : null,
          payerEmail: given.requestPayerEmail ? data.email : null,
          shippingAddress: given.requestShipping ? data.address : null,
          shippingOption: given.requestShipping ? shippingOptions.find(({ id }) => id === data.option) : null,
          walletName: "googlePay",
          methodName: "https://google.com/pay",
          complete: (status) => {
            if (!["success", "fail", "invalid_shipping_address", "invalid_payer_email"].includes(status)) refuse(`complete ${status}`);
            void fetch(`${HERE}/script/completed?${new URLSearchParams({ status })}`, { mode: "no-cors" });
            if (status === "success") close();
            else tell({ what: "refused", status });
          },
        });
      }
    }

    return {
      canMakePayment: async () => {
        asked = true;
        return CAN_PAY ? { applePay: false, googlePay: true, link: false } : null;
      },
      show: () => {
        if (!asked) refuse("canMakePayment comes before show");
        if (frame) refuse("it is shown already");
        if (navigator.userActivation && !navigator.userActivation.isActive) refuse("show is called by a press");
        frame = document.createElement("iframe");
        frame.title = "Wallet";
        frame.src = `${HERE}/script/sheet?lang=${document.documentElement.lang}`;
        Object.assign(frame.style, { position: "fixed", inset: "0", width: "100%", height: "100%", border: "0", zIndex: "2147483647" });
        window.addEventListener("message", hear);
        document.body.append(frame);
      },
      update: (details) => {
        if (frame) refuse("it is shown");
        if (details.total) checkTotal((total = details.total));
        if (details.shippingOptions) checkOptions((shippingOptions = details.shippingOptions));
      },
      isShowing: () => frame !== undefined,
      abort: close,
      on: (name, listener) => {
        if (!EVENTS.includes(name)) refuse(`no event ${name}`);
        (listeners[name] ??= []).push(listener);
      },
      off: (name, listener) => (listeners[name] = (listeners[name] ?? []).filter((one) => one !== listener)),
    };
  }

  const named = { Authorization: `Bearer ${KEY}` };
  const ask = async (path, form) => {
    const answer = await fetch(`${HERE}/v1/payment_intents/${path}`, form ? { method: "POST", headers: named, body: form } : { headers: named });
    const content = await answer.json();
    return content.error ? { error: content.error } : { paymentIntent: content };
  };
  const find = (secret) => ask(`${secret.split("_secret_")[0]}?${new URLSearchParams({ client_secret: secret })}`);

  /** 3-D Secure, over the page, until the buyer has answered. */
  async function handled(secret, intent) {
    const frame = document.createElement("iframe");
    frame.title = "3D Secure";
    frame.src = intent.next_action.use_stripe_sdk.stripe_js;
    Object.assign(frame.style, { position: "fixed", inset: "0", width: "100%", height: "100%", border: "0", background: "#fff", zIndex: "2147483647" });
    document.body.append(frame);
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        const found = await find(secret);
        if (found.error) return found;
        const { status, last_payment_error: error } = found.paymentIntent;
        if (status !== "requires_action") return status === "requires_payment_method" ? { error: error ?? { type: "card_error" } } : found;
      }
    } finally {
      frame.remove();
    }
  }

  async function confirmCardPayment(secret, data, options = {}) {
    if (typeof secret !== "string" || !secret.includes("_secret_")) refuse("confirmCardPayment wants a client secret");
    const before = await find(secret);
    if (before.error) return before;
    let intent = before.paymentIntent;
    if (intent.status !== "requires_action") {
      const form = new URLSearchParams({ client_secret: secret, use_stripe_sdk: "true" });
      if (data?.payment_method) form.set("payment_method", data.payment_method);
      const after = await ask(`${intent.id}/confirm`, form);
      if (after.error) return after;
      intent = after.paymentIntent;
    }
    return intent.status === "requires_action" && options.handleActions !== false ? handled(secret, intent) : { paymentIntent: intent };
  }

  window.Stripe = (key) => {
    if (key !== KEY) refuse(`another key than the shop's: ${key}`);
    return { paymentRequest, confirmCardPayment };
  };
})();
