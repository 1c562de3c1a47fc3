// What PayPal's script gives a page (v5), as far as its buttons go. HERE and DISABLED are put in by script.py.
(() => {
  const OPTIONS = ["fundingSource", "style", "createOrder", "onApprove", "onCancel", "onError", "onClick", "onInit"];
  const STYLES = { layout: ["horizontal", "vertical"], color: ["gold", "blue", "silver", "white", "black"], shape: ["rect", "pill", "sharp"],
    label: ["paypal", "checkout", "buynow", "pay"], height: null, tagline: [false, true], disableMaxWidth: [false, true] };
  let last = 0;

  const refuse = (text) => {
    void fetch(`${HERE}/sdk/violation?${new URLSearchParams({ text })}`, { mode: "no-cors" });
    throw new Error(`PayPal: ${text}`);
  };

  function check(options) {
    for (const name of Object.keys(options)) if (!OPTIONS.includes(name)) refuse(`unknown option ${name}`);
    if (typeof options.createOrder !== "function" || typeof options.onApprove !== "function") refuse("createOrder and onApprove are functions");
    for (const [name, value] of Object.entries(options.style ?? {})) {
      if (!(name in STYLES)) refuse(`unknown style ${name}`);
      if (STYLES[name] ? !STYLES[name].includes(value) : !(value >= 25 && value <= 55)) refuse(`style ${name} ${value}`);
    }
  }

  function Buttons(options = {}) {
    check(options);
    const id = `paypal-button-${++last}`;
    let frame, closed = false;

    const fail = (error) => options.onError?.(error instanceof Error ? error : new Error(String(error)));
    const tell = (message) => frame.contentWindow.postMessage(message, HERE);

    async function hear({ source, origin, data }) {
      if (origin !== HERE || source !== frame.contentWindow) return;
      if (data.what === "click") {
        try {
          const order = await options.createOrder({ paymentSource: "paypal" });
          if (typeof order !== "string" || !order) refuse("createOrder answers an order's number");
          tell({ what: "order", order });
        } catch (error) {
          tell({ what: "failed" });
          fail(error);
        }
      }
      const told = { orderID: data.order, paymentSource: "paypal" };
      if (data.what === "approved") Promise.resolve(options.onApprove({ ...told, payerID: data.payer }, {})).catch(fail);
      if (data.what === "cancelled") options.onCancel?.(told);
    }

    return {
      isEligible: () => !DISABLED.includes(options.fundingSource),
      close: async () => {
        closed = true;
        window.removeEventListener("message", hear);
        frame?.parentElement?.remove();
      },
      render: (target) => new Promise((resolve, reject) => {
        const place = typeof target === "string" ? document.querySelector(target) : target;
        if (!(place instanceof HTMLElement)) return reject(new Error("PayPal: no such container"));
        if (closed) return reject(new Error("PayPal: zoid destroyed all components"));
        const height = options.style?.height ?? 45;
        const box = document.createElement("div");
        box.id = id;
        const style = document.createElement("style");
        // as the real one, it brings its styles in the page
        style.textContent = `#${id} { position: relative; height: ${height}px } #${id} iframe { width: 100%; height: 100%; border: 0; display: block }`;
        frame = document.createElement("iframe");
        frame.title = "PayPal";
        frame.src = `${HERE}/smart/button?locale=${LOCALE}`;
        frame.addEventListener("load", () => resolve(), { once: true });
        window.addEventListener("message", hear);
        box.append(style, frame);
        place.append(box);
      }),
    };
  }

  window.paypal = { version: "5.0.0", FUNDING: { PAYPAL: "paypal", CARD: "card", CREDIT: "credit", PAYLATER: "paylater", SEPA: "sepa" }, Buttons };
})();
