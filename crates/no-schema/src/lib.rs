//! Stand-ins for the macros of utoipa. The API document is generated from the types only when it is
//! written and tested (feature `schema` of `wire` and `server`); the program contains the document as
//! text. Without the feature these macros accept the same attributes and produce nothing, which saves
//! the code of the schemas and the time to compile it.

use proc_macro::TokenStream;

/// In place of `utoipa::ToSchema`.
#[proc_macro_derive(ToSchema, attributes(schema))]
pub fn to_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// In place of `utoipa::IntoParams`.
#[proc_macro_derive(IntoParams, attributes(into_params, param))]
pub fn into_params(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// In place of `utoipa::path`: the function, unchanged.
#[proc_macro_attribute]
pub fn path(_: TokenStream, function: TokenStream) -> TokenStream {
    function
}
