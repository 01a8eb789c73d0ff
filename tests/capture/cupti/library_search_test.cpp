// SPDX-License-Identifier: MIT
#include "capture/cupti/api_calls.h"
#include "capture/cupti/library_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace twintrace
{
namespace
{

using ::testing::Contains;
using ::testing::ElementsAre;

TEST(LibrarySearch, LooksBesideTheCudaLibrariesThatAreLoaded)
{
    EXPECT_THAT(foldersBeside({"/usr/lib/libc.so.6", "/env/nvidia/cu13/lib/libcudart.so.13"}),
                ElementsAre("/env/nvidia/cu13/lib", "/env/nvidia/cu13/extras/CUPTI/lib64",
                            "/env/nvidia/cuda_cupti/lib"));
    EXPECT_TRUE(foldersBeside({"linux-vdso.so.1", "/opt/app/libapp.so"}).empty());
}

TEST(LibrarySearch, TheFolderNamedByTheUserComesFirst)
{
    ::setenv("TWINTRACE_CUPTI_PATH", "/first:/second", 1);
    const auto folders = cuptiFolders();
    ::unsetenv("TWINTRACE_CUPTI_PATH");
    ASSERT_GE(folders.size(), 2U);
    EXPECT_EQ(folders[0], "/first");
    EXPECT_EQ(folders[1], "/second");
    EXPECT_THAT(folders, Contains("/usr/local/cuda/lib64"));
}

TEST(ApiCalls, NamesLoseVersionAndStreamEndings)
{
    EXPECT_EQ(plainCallName("cudaLaunchKernel_v7000"), "cudaLaunchKernel");
    EXPECT_EQ(plainCallName("cudaLaunchKernel_ptsz_v7000"), "cudaLaunchKernel");
    EXPECT_EQ(plainCallName("cuLaunchKernel_ptsz"), "cuLaunchKernel");
    EXPECT_EQ(plainCallName("cuMemcpyHtoDAsync_v2_ptsz"), "cuMemcpyHtoDAsync");
    EXPECT_EQ(plainCallName("cu_variable"), "cu_variable");
}

TEST(ApiCalls, RolesFollowFromTheName)
{
    EXPECT_EQ(roleOfCall("cuLaunchKernelEx"), CallRole::KernelLaunch);
    EXPECT_EQ(roleOfCall("cudaLaunchHostFunc"), CallRole::Other);
    EXPECT_EQ(roleOfCall("cudaGraphLaunch"), CallRole::GraphLaunch);
    EXPECT_EQ(roleOfCall("cudaMemcpy2DAsync"), CallRole::Copy);
    EXPECT_EQ(roleOfCall("cuMemsetD32Async"), CallRole::Fill);
    EXPECT_EQ(roleOfCall("cudaStreamSynchronize"), CallRole::Synchronization);
    EXPECT_EQ(roleOfCall("cudaGetDevice"), CallRole::Other);
}

} // namespace
} // namespace twintrace
